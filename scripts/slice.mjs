/**
 * A slice of the end-to-end tests for every system and every version of Node. It covers the start of a hub, a stream
 * session, a session in tmux, an answered permission request, the SQLite history and the packed package.
 */
import { runTests } from './checks.mjs';

const SLICE = [
  'test/cli/up.test.ts',
  'test/stories/drive-a-session.test.ts',
  'test/stories/in-the-terminal.test.ts',
  'test/stories/answer-a-terminal.test.ts',
  'test/history/search.test.ts',
  'test/packaging/packed-package.test.ts',
];

/** The programs that the slice runs. */
export const SLICE_PROGRAMS = ['tmux'];

/**
 * @param {string} name of the Node that runs it
 * @param {Record<string, string>} env
 */
export function runSlice(name, env) {
  return runTests(`Slice of the end-to-end tests on ${name}`, ['--project', 'e2e', ...SLICE], env);
}
