/** `npm run check`: lint, format, types and unit tests, in seconds. */
import { checkSources, conclude, runTests } from './checks.mjs';
import { ensureInstalled } from './install.mjs';

ensureInstalled();
conclude([...checkSources(), runTests('Unit tests', ['--project', 'unit'])]);
