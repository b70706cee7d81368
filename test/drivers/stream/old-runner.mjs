/**
 * A runner as an older version of Reins may have left behind: it sends fewer fields and messages, and does only what every
 * runner must. Do not change it, so that newer hubs stay tested against it.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, closeSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const { folder, command, cwd, env } = JSON.parse(readFileSync(0, 'utf8'));
const [program, ...args] = command;
const claude = spawn(program, args, { cwd, env, detached: true });
const hubs = new Set();
const report = (/** @type {object} */ message) => {
  for (const hub of hubs) hub.write(`${JSON.stringify(message)}\n`);
};
const note = (/** @type {string} */ voice, /** @type {string} */ text) => {
  appendFileSync(join(folder, 'journal-0'), `${Date.now()} ${voice} ${text}\n`, { mode: 0o600 });
  report({ type: 'grown' });
};
createInterface({ input: claude.stdout }).on('line', (line) => note('out', line));
createInterface({ input: claude.stderr }).on('line', (line) => note('err', line));
claude.on('close', (code, signal) => {
  note('run', JSON.stringify({ ended: { code, signal } }));
  process.exit();
});

const server = createServer((hub) => {
  hubs.add(hub);
  hub.on('error', () => {}).on('close', () => hubs.delete(hub));
  const lines = createInterface({ input: hub });
  lines.on('line', (line) => {
    const { type, id, message } = JSON.parse(line);
    if (type !== 'write') return report({ type: 'refused', id, code: 'unknown_command' });
    claude.stdin.write(`${JSON.stringify(message)}\n`, () => report({ type: 'written', id }));
  });
  // A hub that disconnects with unread data resets the connection, which readline reports a second time.
  lines.on('error', () => {});
  hub.write('{"type":"hello"}\n');
});
server.listen(join(folder, 'runner.sock'), () => {
  const stat = readFileSync(`/proc/${claude.pid}/stat`, 'utf8');
  const startMark = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  const mark = JSON.stringify({ pid: claude.pid, startMark });
  writeFileSync(join(folder, 'claude.json'), mark, { mode: 0o600 });
  writeSync(3, `${mark}\n`);
  closeSync(3);
});
