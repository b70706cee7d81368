/** Finds the pinned Claude Code: the platform package that npm installed with the dev dependency. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** The path of the native binary. Its postinstall step, which we do not run, would only copy it. */
export function pinnedClaudeBinary(): string {
  const target = `${process.platform}-${process.arch}`;
  for (const name of [target, `${target}-musl`]) {
    try {
      const manifest = require.resolve(`@anthropic-ai/claude-code-${name}/package.json`);
      return join(dirname(manifest), 'claude');
    } catch {
      // Not this one: npm installs only the package for this machine.
    }
  }
  throw new Error(`No Claude Code binary for ${target} in node_modules. Run "npm ci" first.`);
}
