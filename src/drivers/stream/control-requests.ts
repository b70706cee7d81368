/** The hub's control requests that wait for Claude Code's response, which arrives through the journal. */
import type { ControlAnswer } from '../../claude/stream-output.ts';
import { ReinsError } from '../../protocol/errors.ts';

interface Waiting {
  readonly resolve: (answer: ControlAnswer) => void;
  readonly reject: (error: ReinsError) => void;
}

export class ControlRequests {
  readonly #waiting = new Map<string, Waiting>();

  /** Resolves with the response, even if it is a refusal. Throws `run_not_responding` on timeout. */
  await(requestId: string, what: string, patienceMs: number): Promise<ControlAnswer> {
    return new Promise<ControlAnswer>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(requestId);
        reject(
          new ReinsError(
            'run_not_responding',
            `Claude Code did not respond to "${what}" within ${patienceMs / 1000} s. It may be busy or stuck; try "interrupt" or "stop".`,
          ),
        );
      }, patienceMs);
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(requestId);
      };
      this.#waiting.set(requestId, {
        resolve: (answer) => {
          done();
          resolve(answer);
        },
        reject: (error) => {
          done();
          reject(error);
        },
      });
    });
  }

  answered(answer: ControlAnswer): void {
    this.#waiting.get(answer.requestId)?.resolve(answer);
  }

  close(why: ReinsError): void {
    for (const { reject } of [...this.#waiting.values()]) reject(why);
  }
}
