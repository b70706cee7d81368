/**
 * A moment that a test holds open: everything that reaches the gate waits there until the test opens it. So a test can
 * observe a state that would otherwise pass, however slow the machine is.
 */
import { execFileSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

export class Gate {
  readonly #events = new EventEmitter().setMaxListeners(0);
  #isOpen = false;

  /** Resolves at the first arrival at the gate. */
  readonly reached = new Promise<void>((resolve) => {
    this.#events.once('reached', resolve);
  });

  /** Lets everything through, now and later. */
  open(): void {
    this.#isOpen = true;
    this.#events.emit('open');
  }

  /** Resolves when the gate is open; rejects if `signal` aborts before that. */
  async pass(signal: AbortSignal): Promise<void> {
    this.#events.emit('reached');
    if (!this.#isOpen) await once(this.#events, 'open', { signal });
  }
}

export interface HeldCommand {
  /** Runs until it is released, then prints `released`. Claude Code requests no permission for it. */
  readonly command: string;
  release(): void;
}

/** A shell command for a tool call that the test ends. `folder` is where it runs. */
export function holdCommand(folder: string, name = 'held'): HeldCommand {
  const path = join(folder, name);
  execFileSync('mkfifo', [path]);
  // Opened for reading and writing, it neither blocks here nor loses what is written before the command reads.
  const pipe = openSync(path, 'r+');
  return {
    command: `head -n 1 ${name}`,
    release: () => {
      writeSync(pipe, 'released\n');
    },
  };
}
