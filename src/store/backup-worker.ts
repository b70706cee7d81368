/**
 * Copies and verifies a database on a separate thread: both read every page, which would block the hub for
 * seconds. The thread's code is a string, because a bundle has no second file to start it from.
 */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** Resolves when `copy` is a complete copy of `source` at one moment. Rejects with the reason otherwise. */
export function backUpInWorker(source: string, copy: string): Promise<void> {
  const library = createRequire(import.meta.url).resolve('@photostructure/sqlite');
  const worker = new Worker(CODE, { eval: true, workerData: { library, source, copy }, env: {} });
  worker.unref();
  return new Promise((resolve, reject) => {
    let verdict = 'it ended early';
    worker.on('message', (message: string) => {
      verdict = message;
    });
    worker.on('error', reject);
    worker.on('exit', () => (verdict === 'ok' ? resolve() : reject(new Error(`Backup failed: ${verdict}`))));
  });
}

/** The open read transaction fixes the moment: without it every write would restart the copy. */
const CODE = `
const { parentPort, workerData } = require('node:worker_threads');
const { DatabaseSync, backup } = require(workerData.library);

async function main() {
  const source = new DatabaseSync(workerData.source, { readOnly: true, timeout: 5000 });
  source.exec('BEGIN; SELECT count(*) FROM sqlite_master');
  await backup(source, workerData.copy, { rate: 256 });
  source.exec('COMMIT');
  source.close();
  const copy = new DatabaseSync(workerData.copy);
  // One file that needs no other beside it.
  copy.exec('PRAGMA journal_mode = DELETE');
  const [first] = copy.prepare('PRAGMA quick_check(1)').all();
  copy.close();
  return first.quick_check;
}

main().then(
  (verdict) => parentPort.postMessage(verdict),
  (error) => parentPort.postMessage(error.message),
);
`;
