/**
 * `npm run test:clients`: installs clients that others wrote into build/clients and runs tests in test/clients with them: MCP Inspector,
 * acpx, and old versions of the ACP library. Most of them need a newer Node than Reins, and together they take 160 MB, so
 * `npm test` skips them.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { conclude, runTests } from './checks.mjs';
import { ensureInstalled } from './install.mjs';
import { installNode } from './install-node.mjs';
import { requireStep, root } from './run-step.mjs';

const CLIENTS = [
  'acpx@0.19.1',
  '@modelcontextprotocol/inspector@2.12.0',
  ...['0.4.9', '0.14.1', '1.4.0'].map((version) => `acp-${version}@npm:@agentclientprotocol/sdk@${version}`),
];

/** Other files of the folder use small libraries, so that `npm test` runs them. */
const FILES = ['acpx', 'inspector', 'old-acp'].map((name) => `test/clients/${name}.test.ts`);

ensureInstalled();
await ensureBuilt();

const folder = join(root, 'build', 'clients');
if (!existsSync(join(folder, 'node_modules', 'acp-1.4.0'))) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  requireStep('Install clients', 'npm', ['install', '--prefix', folder, '--no-save', ...quiet, ...CLIENTS]);
}
const env = { REINS_CLIENTS: folder, REINS_CLIENTS_NODE: installNode('24') };
conclude([runTests('Clients that others wrote', ['--project', 'e2e', ...FILES], env)]);
