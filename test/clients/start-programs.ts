/**
 * Runs client programs that all do the same: they send their argument as a prompt, print Claude's texts, allow a command and
 * print the result. The hub is killed while the command runs, so that the response to their answer may be lost.
 */
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Gate, holdCommand } from '../../stage/gate.ts';
import { waitUntil } from '../../stage/patience.ts';
import { call, hold, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import type { DrivenHub } from '../drivers/driven-hub.ts';

/** Resolves once each program has printed the first text. */
export async function startPrograms(
  stage: Stage,
  hub: DrivenHub,
  commands: Readonly<Record<string, readonly string[]>>,
  added: Readonly<Record<string, string>> = {},
): Promise<{ killHubAndFinish(): Promise<void> }> {
  const gate = new Gate();
  const notes = join(stage.project, 'notes.txt');
  writeFileSync(notes, 'Notes.');
  const held = Object.keys(commands).map((name) => ({ name, ...holdCommand(stage.project, `held-${name}`) }));
  stage.play(
    ...held.map(({ name, command }) =>
      scene(
        `work as ${name}`,
        [say('One.'), call('Read', { file_path: notes })],
        [hold(gate), call('Bash', { command: `touch ${name}.txt; ${command}`, description: 'x' })],
        [say('Two.')],
      ),
    ),
  );
  const env = { ...process.env, REINS_URL: hub.url, REINS_TOKEN: hub.token, ...added };
  const programs = Object.entries(commands).map(([name, command]) => {
    return { name, ...start([...command, `work as ${name}`], stage.project, env) };
  });
  const eachUntil = async (what: string, fits: (name: string, text: string) => boolean) => {
    for (const { name, child, text } of programs) {
      const look = () => {
        if (child.exitCode !== null) throw new Error(`${name} ended early:\n${text()}`);
        return fits(name, text());
      };
      await waitUntil(`${name} ${what}`, look, { explain: text });
    }
  };
  await eachUntil('to print a text', (_name, text) => text.includes('One.'));
  return {
    async killHubAndFinish() {
      gate.open();
      await eachUntil('to allow the command', (name) => existsSync(join(stage.project, `${name}.txt`)));
      await hub.kill('SIGKILL');
      await hub.restart();
      for (const { release } of held) release();
      for (const { name, closed } of programs)
        expect(await closed, name).toMatch(/^One\.\nTwo\.\ncompleted, [1-9]\d* tokens\n$/);
    },
  };
}

function start([program = '', ...args]: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn(program, args, { cwd, env });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk;
    });
  }
  const closed = new Promise<string>((resolve) => {
    child.on('close', () => resolve(text));
  });
  return { child, text: () => text, closed };
}
