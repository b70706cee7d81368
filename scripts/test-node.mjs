/**
 * `npm run test:node`: runs the unit tests and a slice of the end-to-end tests on other versions of Node.
 * Arguments select them: `npm run test:node -- 24`. `here` runs only the slice, on the Node that runs this script.
 */
import { delimiter, dirname } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { conclude, runTests, verdictOf } from './checks.mjs';
import { ensureInstalled } from './install.mjs';
import { installNode, versionOf } from './install-node.mjs';
import { runSlice, SLICE_PROGRAMS } from './slice.mjs';
import { ensureSystemPrograms } from './system-programs.mjs';

const wanted = process.argv.slice(2);
const versions = wanted.length > 0 ? wanted : ['22', '24'];

ensureInstalled();
ensureSystemPrograms(SLICE_PROGRAMS);
await ensureBuilt();

const results = versions.map((version) => {
  const isHere = version === 'here';
  const node = isHere ? process.execPath : installNode(version);
  const name = `Node ${versionOf(node)}`;
  // npx, vitest, hubs and tools all use the first node on the PATH.
  const env = { PATH: [dirname(node), process.env['PATH']].join(delimiter) };
  const units = isHere ? [] : [runTests(`Unit tests on ${name}`, ['--project', 'unit'], env)];
  return { name, counts: [...units, runSlice(name, env)] };
});

console.log();
for (const { name, counts } of results) console.log(`${name}: ${verdictOf(counts)}`);
conclude(results.flatMap(({ counts }) => counts));
