/**
 * The protocol between the hub and a runner: JSON, one object per line, over the run's socket. Either side may be older than
 * the other: unknown fields are ignored, and a runner rejects unknown commands.
 */

export const RUNNER_VERSION = 1;

/** The order that a runner receives on its stdin at the start. */
export interface RunnerOrder {
  readonly folder: string;
  /** The program and its arguments. */
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The maximum length of a journal segment. */
  readonly segmentBytes?: number;
  /** Beyond this much unread data, lines that matter only while they are fresh are omitted. */
  readonly farBehindBytes?: number;
}

/** The single line that a runner writes to its file descriptor 3. */
export type Handshake =
  | { readonly pid: number; readonly startMark: string }
  | { readonly failed: string; readonly code?: string };

/** Passes an object to claude. An id is written once, however often it is sent. */
export interface WriteCommand {
  readonly type: 'write';
  readonly id: string;
  readonly message: Readonly<Record<string, unknown>>;
}

export type RunnerMessage =
  /** The first message on every connection. */
  | {
      readonly type: 'hello';
      readonly version: number;
      readonly position: number;
      readonly stuck: string | null;
    }
  /** The journal has grown. */
  | { readonly type: 'grown'; readonly position: number }
  /** The message with this id has been written to claude, now or earlier. */
  | { readonly type: 'written'; readonly id: string }
  | {
      readonly type: 'refused';
      readonly id: string | null;
      readonly code: 'unknown_command' | 'malformed' | 'ended';
    }
  /** Why the journal cannot be written; null when it can be again. */
  | { readonly type: 'stuck'; readonly reason: string | null }
  /** Claude has ended and the journal is complete. */
  | { readonly type: 'ended'; readonly position: number };
