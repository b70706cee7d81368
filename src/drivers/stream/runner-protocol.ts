/**
 * What the hub and a runner say to each other: JSON, one object per line, over the run's socket. Both sides may be older
 * or newer than the other: fields they do not know are ignored, and a command that a runner does not know is refused.
 */

export const RUNNER_VERSION = 1;

/** The order a runner is started with, over its stdin. */
export interface RunnerOrder {
  readonly folder: string;
  /** The program and its arguments. */
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** How long a segment of the journal may get. */
  readonly segmentBytes?: number;
  /** With that much unread, lines that matter only while they are fresh are left out. */
  readonly farBehindBytes?: number;
}

/** The one line a runner writes to its file descriptor 3. */
export type Handshake =
  | { readonly pid: number; readonly startMark: string }
  | { readonly failed: string; readonly code?: string };

/** Hands an object to claude. The same id is written once, however often it is sent. */
export interface WriteCommand {
  readonly type: 'write';
  readonly id: string;
  readonly message: Readonly<Record<string, unknown>>;
}

export type RunnerMessage =
  /** First on every connection. */
  | {
      readonly type: 'hello';
      readonly version: number;
      readonly position: number;
      readonly stuck: string | null;
    }
  /** The journal has grown. */
  | { readonly type: 'grown'; readonly position: number }
  /** The message with this id has gone to claude, now or earlier. */
  | { readonly type: 'written'; readonly id: string }
  | {
      readonly type: 'refused';
      readonly id: string | null;
      readonly code: 'unknown_command' | 'malformed' | 'ended';
    }
  /** The journal cannot be written, and why; null when it can again. */
  | { readonly type: 'stuck'; readonly reason: string | null }
  /** Claude is gone and the journal is complete. */
  | { readonly type: 'ended'; readonly position: number };
