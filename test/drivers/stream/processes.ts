/** Process helpers for tests: the tools of a stage, and a claude whose pipes are copied to files. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processes } from '../../../src/lib/processes.ts';
import { waitUntil } from '../../../stage/patience.ts';
import type { Stage } from '../../../stage/stage.ts';
import { stageProcesses } from '../../../stage/stage-folder.ts';

/** A Bash command that runs long, ignores TERM, and is identified by its mark. */
export function stubbornTool(mark: string): string {
  return `node -e "process.on('SIGTERM', () => {}); setTimeout(() => {}, 600000)" ${mark}`;
}

/** The processes of the stage with this word in their command line, without the shells around them. */
export function findTools(stage: Stage, mark: string): number[] {
  return stageProcesses(stage.folder).filter((pid) => processes.commandLine(pid).at(-1) === mark);
}

export function waitForTool(stage: Stage, mark: string): Promise<number> {
  return waitUntil(`the tool ${mark}`, () => findTools(stage, mark)[0]);
}

export function waitForNoTools(stage: Stage, mark: string): Promise<unknown> {
  return waitUntil(`no tool ${mark}`, () => findTools(stage, mark).length === 0);
}

/** A script in place of claude that copies all input and output. */
export function copyingClaude(stage: Stage): { path: string; input(): string[]; output(): string[] } {
  const path = join(stage.folder, 'copying-claude');
  const [input, output] = [join(stage.folder, 'input.txt'), join(stage.folder, 'output.txt')];
  const pipes = `< <(exec tee -a "${input}") > >(exec tee -a "${output}")`;
  writeFileSync(path, `#!/bin/bash\n"${stage.claudeBinary}" "$@" ${pipes}\n`);
  chmodSync(path, 0o755);
  const lines = (file: string) =>
    existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  return { path, input: () => lines(input), output: () => lines(output) };
}

/** The runner that serves the run in this folder. */
export function runnerPid(runFolder: string): number {
  return JSON.parse(readFileSync(join(runFolder, 'run.json'), 'utf8')).runner.pid;
}
