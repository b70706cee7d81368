/** Hooks into the log: each body is parsed once, and many that arrive together share one transaction. */
import { randomUUID } from 'node:crypto';
import { readHook } from '../adapters/hook-adapter.ts';
import { type HookPayload, hookPayloadSchema } from '../claude/hook-payload.ts';
import type { Draft } from '../core/draft.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { EventLog } from '../store/event-log.ts';

interface Waiting {
  readonly sessionId: string;
  readonly drafts: readonly Draft[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export class HookIntake {
  readonly #log: EventLog;
  readonly #onHook: (payload: HookPayload) => void;
  #waiting: Waiting[] = [];

  /** `onHook` is called for every hook that has been logged. */
  constructor(log: EventLog, onHook: (payload: HookPayload) => void) {
    this.#log = log;
    this.#onHook = onHook;
  }

  /** Resolves once the hook is durable, with the reply for Claude Code. */
  async receive(raw: string): Promise<object> {
    const payload = parse(raw);
    const drafts = readHook(payload, { at: Date.now(), raw, newId: randomUUID });
    await this.#append(payload.session_id, drafts);
    this.#onHook(payload);
    return {};
  }

  #append(sessionId: string, drafts: readonly Draft[]): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#flush());
      this.#waiting.push({ sessionId, drafts, resolve, reject });
    });
  }

  #flush(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    try {
      this.#log.append(batch);
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

function parse(raw: string): HookPayload {
  let body: unknown;
  try {
    body = JSON.parse(raw);
  } catch {
    throw new ReinsError('invalid_request', 'The body of a hook must be JSON.');
  }
  const parsed = hookPayloadSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') || 'body';
  throw new ReinsError('invalid_request', `This is not a hook of Claude Code: ${field}: ${issue?.message}`, {
    field,
  });
}
