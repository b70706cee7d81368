/**
 * A runner holds one claude, writes its output to a journal and passes the hub's messages to it. It outlives the hub, does
 * not interpret any text, and exits when claude has ended and the journal is complete. It is kept small: there is one per
 * run, and an old one may work with a newer hub for weeks.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { isRecord } from '../../../lib/json-values.ts';
import { readStartMark } from '../../../lib/process-identity.ts';
import { writeFileAtomically } from '../../../lib/write-file-atomically.ts';
import { killGroup, killTools } from '../../leftovers.ts';
import type { EndRecord, JournalChannel } from '../journal-record.ts';
import { type ProcessMark, runFolderAt } from '../run-folder.ts';
import { type Handshake, RUNNER_VERSION, type RunnerMessage, type RunnerOrder } from '../runner-protocol.ts';
import { InputGate } from './input-gate.ts';
import { Journal } from './journal.ts';
import { RunnerSocket } from './runner-socket.ts';
import { WholeLines } from './whole-lines.ts';

const SEGMENT_BYTES = 4 * 1024 * 1024;
const FAR_BEHIND_BYTES = 32 * 1024 * 1024;
/** A tool of a killed claude may keep its stdout open forever. */
const LAST_TEXT_MS = 2000;
const LAST_STDERR_BYTES = 8 * 1024;

export class Runner {
  readonly #claude: ChildProcessWithoutNullStreams;
  readonly #journal: Journal;
  readonly #gate: InputGate;
  readonly #socket: RunnerSocket;
  readonly #stderr = new StderrTail();
  readonly #signOfLife = tidyWhenQuiet();
  #leader: ProcessMark | undefined;
  #hasEnded = false;

  /** `shakeHands` is called once: when claude is running and hubs can connect, or when the start failed. */
  constructor(order: RunnerOrder, shakeHands: (handshake: Handshake) => void) {
    const folder = runFolderAt(order.folder);
    const [program = '', ...args] = order.command;
    this.#journal = new Journal({
      folder: order.folder,
      segmentBytes: order.segmentBytes ?? SEGMENT_BYTES,
      farBehindBytes: order.farBehindBytes ?? FAR_BEHIND_BYTES,
      onGrown: () => this.#socket.announceNews(),
      onStuck: (reason) => this.#heedDisk(reason),
    });
    // Its own process group, so that it can be killed together with its children.
    this.#claude = spawn(program, args, { cwd: order.cwd, env: order.env, stdio: 'pipe', detached: true });
    this.#gate = new InputGate(this.#claude.stdin);
    this.#listenToClaude();
    this.#socket = new RunnerSocket(
      {
        file: folder.socketFile,
        hello: () => ({
          type: 'hello',
          version: RUNNER_VERSION,
          position: this.#journal.position,
          stuck: this.#journal.stuck,
        }),
        news: () => ({ type: 'grown', position: this.#journal.position }),
        obey: (line) => this.#obey(line),
      },
      () => {
        if (!this.#leader) return;
        writeFileAtomically(folder.leaderFile, JSON.stringify(this.#leader));
        shakeHands(this.#leader);
      },
    );
    this.#claude.on('error', (error: NodeJS.ErrnoException) => {
      if (this.#leader) return;
      shakeHands({ failed: error.message, ...(error.code && { code: error.code }) });
      process.exit(1);
    });
    const { pid } = this.#claude;
    // Without a pid, the error event follows. If it has already ended, no later process has this mark.
    if (pid !== undefined) this.#leader = { pid, startMark: readStartMark(pid) ?? 'gone' };
  }

  /** Asks claude to end, as the system does at shutdown. */
  terminate(): void {
    this.#claude.kill('SIGTERM');
  }

  #listenToClaude(): void {
    const wholeLines = new WholeLines();
    const { stdout, stderr } = this.#claude;
    stdout.on('data', (chunk: Buffer) => this.#note('out', wholeLines.push(chunk)));
    stderr.on('data', (chunk: Buffer) => this.#note('err', this.#stderr.push(chunk)));
    // A broken pipe counts as its end.
    for (const stream of [stdout, stderr]) stream.on('error', () => {});
    this.#claude.once('exit', (code, signal) => {
      if (signal && this.#leader) {
        killGroup(this.#leader);
        killTools(this.#leader);
      }
      const timer = setInterval(() => this.#journal.stuck === null && conclude(), LAST_TEXT_MS);
      const conclude = () => {
        clearInterval(timer);
        this.#conclude({ code, signal });
      };
      this.#claude.once('close', conclude);
    });
  }

  #note(channel: JournalChannel, lines: Buffer | undefined): void {
    this.#signOfLife();
    if (lines) this.#journal.append(channel, lines);
  }

  /** While the journal accepts nothing, the runner does not read from claude, which then buffers its own output. */
  #heedDisk(reason: string | null): void {
    const { stdout, stderr } = this.#claude;
    for (const stream of [stdout, stderr]) {
      if (reason === null) stream.resume();
      else stream.pause();
    }
    this.#socket.broadcast({ type: 'stuck', reason });
    if (reason === null && this.#hasEnded) this.#leave();
  }

  #conclude(ended: EndRecord['ended']): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const record: EndRecord = { ended, stderr: this.#stderr.read(LAST_STDERR_BYTES) };
    this.#note('run', Buffer.from(`${JSON.stringify(record)}\n`));
    if (this.#journal.stuck === null) this.#leave();
  }

  #leave(): void {
    this.#socket.close({ type: 'ended', position: this.#journal.position });
    this.#claude.stdout.destroy();
    this.#claude.stderr.destroy();
    // A frozen hub keeps its connection open.
    setTimeout(() => process.exit(), LAST_TEXT_MS).unref();
  }

  async #obey(line: string): Promise<RunnerMessage> {
    const command = parseCommand(line);
    if (!command) return { type: 'refused', id: null, code: 'malformed' };
    const { type, id, message } = command;
    if (type !== 'write') return { type: 'refused', id, code: 'unknown_command' };
    if (!isRecord(message)) return { type: 'refused', id, code: 'malformed' };
    const isWritten = await this.#gate.pass(id, message);
    return isWritten ? { type: 'written', id } : { type: 'refused', id, code: 'ended' };
  }
}

function parseCommand(line: string): { type: unknown; id: string; message?: unknown } | undefined {
  try {
    const command: unknown = JSON.parse(line);
    if (!isRecord(command) || typeof command['id'] !== 'string') return undefined;
    return { type: command['type'], id: command['id'], message: command['message'] };
  } catch {
    return undefined;
  }
}

const STDERR_BYTES = 64 * 1024;

/** A process's output on stderr: whole lines as they arrive, and the last output. Both are limited in size. */
class StderrTail {
  #wholeLines = new WholeLines();
  #unended = 0;
  #tail = Buffer.alloc(0);

  /** Takes a chunk and returns the lines it completed. */
  push(chunk: Buffer): Buffer | undefined {
    this.#tail = Buffer.concat([this.#tail, chunk]).subarray(-STDERR_BYTES);
    const lines = this.#wholeLines.push(chunk);
    this.#unended = lines ? 0 : this.#unended + chunk.length;
    // An overlong line is dropped, but its end is part of the last output.
    if (this.#unended > STDERR_BYTES) this.#wholeLines = new WholeLines();
    return lines;
  }

  /** Its end, in whole characters. */
  read(bytes: number): string {
    return this.#tail
      .subarray(-bytes)
      .toString('utf8')
      .replace(/^\uFFFD+/, '');
  }
}

const QUIET_MS = 500;

/**
 * Returns memory to the system after a moment of silence. Pipe data is outside of the heap that V8 watches, so a runner that
 * had much to write would otherwise stay large for its whole life. Returns the function to call on every activity. Does
 * nothing unless Node was started with `--expose-gc`.
 */
function tidyWhenQuiet(): () => void {
  const { gc } = globalThis;
  if (!gc) return () => {};
  const timer = setTimeout(() => void gc(), QUIET_MS).unref();
  return () => void timer.refresh();
}
