/**
 * `npm run test:clients`: installs clients that others wrote into build/clients and runs the tests in test/clients that need
 * them. Most of them need a newer Node than Reins, or Java or Python, and together they take 700 MB, so `npm test` skips
 * them. What cannot be installed here is skipped with a reason.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { conclude, runTests } from './checks.mjs';
import { ensureInstalled } from './install.mjs';
import { installNode } from './install-node.mjs';
import { requireStep, root, runStep } from './run-step.mjs';
import { CLIENT_PROGRAMS, ensureSystemPrograms } from './system-programs.mjs';

const NPM_CLIENTS = [
  ...['0.1.15', '0.19.1'].map((version) => `acpx-${version}@npm:acpx@${version}`),
  '@modelcontextprotocol/inspector@2.12.0',
  ...['0.4.9', '0.14.1', '1.4.0'].map((version) => `acp-${version}@npm:@agentclientprotocol/sdk@${version}`),
  '@hey-api/openapi-ts@0.99.0',
  // What hey-api and its output are compiled with.
  'typescript@5.9.3',
  '@stoplight/prism-cli@5.16.0',
  // The last one that contains the generator; it reads OpenAPI 3.0.
  '@openapitools/openapi-generator-cli@1.0.18-5.0.0-beta2',
  '@apiture/openapi-down-convert@0.14.2',
];
/** Newer than those of Debian, or not in Debian. */
const PYTHON_CLIENTS = ['httpx==0.28.1', 'httpx-sse==0.4.3', 'websockets==17.1', 'fastmcp==4.0.10'];

/** Other files of the folder use small libraries, so that `npm test` runs them. */
const FILES = ['acpx', 'inspector', 'fastmcp', 'old-acp', 'programs', 'prism'].map(
  (name) => `test/clients/${name}.test.ts`,
);

ensureInstalled();
ensureSystemPrograms(CLIENT_PROGRAMS);
await ensureBuilt();

const folder = join(root, 'build', 'clients');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
installOnce('npm', NPM_CLIENTS, () => {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  requireStep('Install clients', 'npm', [
    'install',
    '--prefix',
    folder,
    '--no-save',
    ...quiet,
    ...NPM_CLIENTS,
  ]);
  return true;
});
installOnce('python', PYTHON_CLIENTS, () => {
  const place = join(folder, 'python');
  const install = ['install', '--quiet', '--retries', '0', ...PYTHON_CLIENTS];
  return (
    runStep('Make an environment for Python', '/usr/bin/python3', ['-m', 'venv', place]) &&
    runStep('Install Python clients', join(place, 'bin', 'pip'), install)
  );
});
const env = { REINS_CLIENTS: folder, REINS_CLIENTS_NODE: installNode('24') };
conclude([runTests('Clients that others wrote', ['--project', 'e2e', ...FILES], env)]);

/**
 * Installs these versions unless they are there.
 * @param {string} name
 * @param {readonly string[]} clients
 * @param {() => boolean} install
 */
function installOnce(name, clients, install) {
  const record = join(folder, `installed-${name}.json`);
  const wanted = JSON.stringify(clients);
  if (existsSync(record) && readFileSync(record, 'utf8') === wanted) return;
  if (install()) writeFileSync(record, wanted);
}
