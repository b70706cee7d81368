/**
 * `npm test`: installs what the tests need and runs all of them. `npm run test:long` repeats randomized tests more often.
 * Arguments are passed on as test file filters: `npm test -- test/stage/terminal`.
 */
import { ensureBuilt } from './build.mjs';
import { checkSources, conclude, runTests } from './checks.mjs';
import { ensureInstalled } from './install.mjs';
import { ensureSystemPrograms } from './system-programs.mjs';

const args = process.argv.slice(2);
const isLong = args[0] === '--long';
const filters = isLong ? args.slice(1) : args;
const env = { REINS_TEST_LONG: isLong ? '1' : '0' };

ensureInstalled();
ensureSystemPrograms();
await ensureBuilt();

if (filters.length > 0) conclude([runTests(`Tests in ${filters.join(', ')}`, filters, env)]);
else
  conclude([...checkSources(), runTests(isLong ? 'All tests, with more repetitions' : 'All tests', [], env)]);
