/**
 * `reins tui` in a terminal of 200x60, over a history of 300 sessions of which one has 11,500 messages: when its first frame
 * and its content appear, and how long a key takes. Compared with a bare `node -e ''` in the same kind of terminal.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { waitUntil } from '../stage/patience.ts';
import { Comparison, printLoad } from './comparison.ts';
import { makeBenchHome } from './hub-process.ts';
import { generateHistory } from './transcripts/generate-history.ts';

const ROUNDS = 9;
const KEYS = 100;
const MB = 2 ** 20;
const entry = join(import.meta.dirname, '../../dist/reins.js');

const home = makeBenchHome();
const { largest } = generateHistory({
  configFolder: join(home.folder, 'claude'),
  transcripts: 300,
  bytes: 80 * MB,
  large: 1,
});
const hub = await home.startHub();
const headers = { authorization: `Bearer ${hub.operatorToken}` };
const ask = async (path: string) => (await fetch(`${hub.url}/api${path}`, { headers })).json();
await waitUntil('the list', async () => (await ask('/sessions?limit=500')).items.length >= 300, {
  everyMs: 200,
});
const long = largest[0]?.sessionId ?? '';
await ask(`/sessions/${long}`);

/** A program in a terminal: receives its output and sends it keys. */
class InTerminal {
  readonly child: ChildProcess;
  readonly #from = performance.now();
  text = '';
  #received = () => {};

  constructor(command: string) {
    const env = {
      ...{ PATH: process.env['PATH'], HOME: join(home.folder, 'home'), TERM: 'xterm-256color' },
      REINS_HOME: join(home.folder, 'reins-home'),
    };
    const args = ['-qfec', `stty rows 60 cols 200; ${command}`, '/dev/null'];
    this.child = spawn('script', args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
    this.child.stdout?.on('data', (chunk) => {
      this.text += chunk;
      this.#received();
    });
  }

  /** Milliseconds since its start, once it has written the text. */
  async shows(words: string): Promise<number> {
    while (!this.text.includes(words)) {
      if (performance.now() - this.#from > 30_000) throw new Error(`It never showed ${words}: ${this.text}`);
      await this.next();
    }
    return performance.now() - this.#from;
  }

  /** Its next output, or nothing for a while. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, 5000);
      this.#received = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** How long the key takes to show an effect; the given text was on the screen before it. */
  async press(key: string): Promise<number> {
    const from = performance.now();
    this.child.stdin?.write(key);
    await this.next();
    return performance.now() - from;
  }

  async end(): Promise<void> {
    this.child.stdin?.write('\u0003');
    await once(this.child, 'exit');
  }
}

const starts = new Comparison('node');
for (let round = 0; round < ROUNDS; round++) {
  const bare = new InTerminal(`${process.execPath} -e 'process.stdout.write("ready")'`);
  starts.note('node', await bare.shows('ready'));
  await once(bare.child, 'exit');
  const tui = new InTerminal(`${process.execPath} ${entry} tui`);
  starts.note('first frame', await tui.shows('Reins'));
  starts.note('with its content', await tui.shows('Nothing is waiting for you'));
  await tui.end();
  const session = new InTerminal(`${process.execPath} ${entry} tui ${long}`);
  starts.note('in the long session', await session.shows('j/k'));
  await session.end();
}
starts.print();

const tui = new InTerminal(`${process.execPath} ${entry} tui ${long}`);
await tui.shows('j/k');
/** Older rows are loaded page by page when the reader reaches the top. */
let pages = 0;
for (let quiet = 0; quiet < 3 && pages < 300; pages++) {
  const before = tui.text.length;
  await tui.press('\u001b[H');
  await Promise.race([tui.next(), new Promise((resolve) => setTimeout(resolve, 300))]);
  quiet = tui.text.length - before < 400 ? quiet + 1 : 0;
}
const keys = new Comparison('in the inbox, without effect');
const inbox = new InTerminal(`${process.execPath} ${entry} tui`);
await inbox.shows('Nothing is waiting for you');
await tui.press('G');
for (let count = 0; count < KEYS; count++) {
  keys.note('in the inbox, without effect', await inbox.press('z'));
  keys.note(
    `in the long session, ${pages} pages loaded`,
    await tui.press(count % 20 === 19 ? '\u001b[5~' : 'k'),
  );
}
keys.print();
await inbox.end();
await tui.end();
printLoad();
await hub.close();
home.remove();
