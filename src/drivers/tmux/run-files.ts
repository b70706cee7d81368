/**
 * The files that a run's `claude` is started with: content that does not belong on a command line, readable only by its
 * owner.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ChoiceFiles } from '../../claude/claude-arguments.ts';
import { writeFileAtomically } from '../../lib/write-file-atomically.ts';
import type { RunOrder } from '../driver.ts';

export class RunFiles {
  readonly #folder: string;

  constructor(home: string) {
    this.#folder = join(home, 'tmux');
  }

  write(runId: string, { settings, choices }: RunOrder): ChoiceFiles {
    const folder = join(this.#folder, runId);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const write = (name: string, content: object) => {
      const file = join(folder, name);
      writeFileAtomically(file, JSON.stringify(content), 0o600);
      return file;
    };
    return {
      settings: write('settings.json', settings),
      mcpConfig: choices.mcp_config && write('mcp.json', choices.mcp_config),
    };
  }

  remove(runId: string): void {
    rmSync(join(this.#folder, runId), { recursive: true, force: true });
  }

  /** Removes the files of all other runs. */
  removeAllBut(runIds: ReadonlySet<string>): void {
    let names: string[];
    try {
      names = readdirSync(this.#folder);
    } catch {
      return;
    }
    for (const name of names) if (!runIds.has(name)) this.remove(name);
  }
}
