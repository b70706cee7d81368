/**
 * The runner's program. Its order comes over stdin, since it holds secrets; one line about how the start went leaves by
 * file descriptor 3. After that nothing ties it to the hub that started it.
 */
import { closeSync, readFileSync, writeSync } from 'node:fs';
import type { Handshake, RunnerOrder } from '../runner-protocol.ts';
import { Runner } from './runner.ts';

const HANDSHAKE_FD = 3;

// A hub that dies before it has said everything leaves an order that is no JSON: then nothing is started.
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
