/** Writes the data of each source to the recording. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REGISTRY_FILE } from '../../src/claude/registry-file.ts';
import type { Stage } from '../../stage/stage.ts';
import type { HookReceiver } from '../hook-receiver.ts';
import { sanitise, sanitiseRow } from './sanitise.ts';

const target = join(import.meta.dirname, '../../src/adapters/golden');

/** SessionStart cannot be an http hook. */
export const RECORDED_HOOKS = [
  ...[
    'PreToolUse',
    'PostToolUse',
    'PostToolUseFailure',
    'PostToolBatch',
    'PermissionRequest',
    'Notification',
  ],
  ...['UserPromptSubmit', 'Stop', 'StopFailure', 'SessionEnd', 'SubagentStart', 'SubagentStop'],
  ...['PreCompact', 'PostCompact', 'MessageDisplay'],
];

/** Records every change of the list of live sessions. */
export function watchRegistry(stage: Stage) {
  const folder = join(stage.configDir, 'sessions');
  const seen: string[] = [];
  const last = new Map<string, string>();
  const look = () => {
    const names = existsSync(folder) ? readdirSync(folder).filter((file) => REGISTRY_FILE.test(file)) : [];
    for (const file of names) {
      const text = readFileSync(join(folder, file), 'utf8');
      if (text === '' || last.get(file) === text) continue;
      last.set(file, text);
      const { messagingSocketPath: _, ...entry } = JSON.parse(text);
      seen.push(JSON.stringify({ at: Date.now(), entry: sanitise(entry, stage.folder) }));
    }
  };
  const timer = setInterval(look, 10);
  return { seen, stop: () => clearInterval(timer) };
}

export interface Recorded {
  readonly hooks: HookReceiver;
  readonly registry: readonly string[];
  /** Lines of a headless run, and its input. */
  readonly stream?: readonly object[];
}

/** Replaces the recording of this name. */
export function saveRecording(name: string, stage: Stage, { hooks, registry, stream }: Recorded): void {
  const folder = join(target, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (file: string, lines: readonly string[]) =>
    writeFileSync(join(folder, file), `${lines.join('\n')}\n`);
  write(
    'hooks.jsonl',
    hooks.received.map(({ at, payload }) => JSON.stringify({ at, payload: sanitise(payload, stage.folder) })),
  );
  write('registry.jsonl', registry);
  if (stream) {
    write(
      'stream.jsonl',
      stream.map((record) => JSON.stringify(sanitise(record, stage.folder))),
    );
  }
  const projects = join(stage.configDir, 'projects');
  const files = (readdirSync(projects, { recursive: true }) as string[]).filter((file) =>
    file.endsWith('.jsonl'),
  );
  for (const file of files) {
    const rows = readFileSync(join(projects, file), 'utf8').trim().split('\n');
    const [, short] = /([^/]+)\.jsonl$/.exec(file) ?? [];
    write(
      `${short?.startsWith('agent-') ? '' : 'session-'}${short}.jsonl`,
      rows.map((row) => JSON.stringify(sanitiseRow(JSON.parse(row), stage.folder))),
    );
  }
}
