/**
 * The runner's program. Its order arrives on stdin, since it contains secrets. It reports the outcome of the start in one
 * line on file descriptor 3. After that it does not depend on the hub that started it.
 */
import { closeSync, readFileSync, writeSync } from 'node:fs';
import type { Handshake, RunnerOrder } from '../runner-protocol.ts';
import { Runner } from './runner.ts';

const HANDSHAKE_FD = 3;

// If the hub dies while sending the order, the order is not valid JSON: then nothing is started.
const order: RunnerOrder = JSON.parse(readFileSync(0, 'utf8'));
const runner = new Runner(order, shakeHands);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => runner.terminate());
process.on('SIGHUP', () => {});

function shakeHands(handshake: Handshake): void {
  try {
    writeSync(HANDSHAKE_FD, `${JSON.stringify(handshake)}\n`);
    closeSync(HANDSHAKE_FD);
  } catch {
    // The hub is gone. Another one will find the run.
  }
}
