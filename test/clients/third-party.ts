/** The clients that `npm run test:clients` installs: where they are, and how to run them. */
import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../scripts/run-step.mjs';
import { patienceMs } from '../../stage/patience.ts';

/** Empty without `npm run test:clients`: then these tests are skipped. */
export const CLIENTS = process.env['REINS_CLIENTS'] ?? '';
export const NODE = process.env['REINS_CLIENTS_NODE'] ?? '';

/** Python with Debian's packages, and Python with newer ones. */
export const PYTHONS = { debian: '/usr/bin/python3', pip: join(CLIENTS, 'python/bin/python3') } as const;

/** Which of these modules are missing, as a reason to skip a test; empty if there are none. */
export function missingModules(python: keyof typeof PYTHONS, modules: readonly string[]): string {
  const missing = modules.filter((name) => spawnSync(PYTHONS[python], ['-c', `import ${name}`]).status !== 0);
  return missing.length === 0 ? '' : `${PYTHONS[python]} has no ${missing.join(', ')}`;
}

export const reins = (...args: string[]): string[] => [
  process.execPath,
  join(root, 'dist', 'reins.js'),
  ...args,
];

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of these clients to its end. */
export function runClient(
  program: string,
  args: readonly string[],
  { env, cwd }: { readonly env: NodeJS.ProcessEnv; readonly cwd: string },
): Promise<Ran> {
  const script = join(CLIENTS, 'node_modules', program);
  const options = { env, cwd, timeout: patienceMs(), maxBuffer: 1e8 };
  return new Promise((resolve) => {
    execFile(NODE, [script, ...args], options, (error, stdout, stderr) => {
      const code = error ? Number(error.code ?? 1) : 0;
      resolve({ code, stdout, stderr });
    });
  });
}
