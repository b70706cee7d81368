/**
 * `policy.json`: the rules in force. Every look is at the file as it is now, so an edit by hand counts from the moment
 * it is saved. A file that cannot be used means that no rule applies: an older policy that could is never used instead.
 */
import { basename, dirname } from 'node:path';
import { checkPolicy, readPolicy } from '../../core/policy/read-policy.ts';
import { type Clock, systemClock } from '../../lib/clock.ts';
import { FolderWatch } from '../../lib/watch-folder.ts';
import { writeFileAtomically } from '../../lib/write-file-atomically.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { EMPTY_POLICY, type Policy, type PolicyProblem } from '../../protocol/policy.ts';
import { readPolicyFile, realPolicyFile, stampOf } from './policy-file.ts';

export interface PolicyState {
  /** Empty when there is no file, or one with problems. */
  readonly policy: Policy;
  readonly problems: readonly PolicyProblem[];
  /** Of the text of the file; undefined when there is none. */
  readonly version: string | undefined;
}

interface Look {
  readonly state: PolicyState;
  readonly stamp: string | undefined;
  readonly at: number;
}

/** A file that changed just before it was read may change again without the file system telling. */
const SETTLED_MS = 1000;
/** For changes that the watch does not see, such as those behind a link. */
const SLOW_LOOK_MS = 5000;

export class PolicyStore {
  readonly #file: string;
  readonly #onChange: (state: PolicyState) => void;
  readonly #watch: FolderWatch;
  readonly #slowLook: NodeJS.Timeout;
  readonly #now: Clock;
  #look: Look;

  /** `onChange` hears of every change, by hand or not, once; it is not told of what is there at the beginning. */
  constructor(file: string, onChange: (state: PolicyState) => void, now: Clock = systemClock) {
    this.#file = file;
    this.#onChange = onChange;
    this.#now = now;
    this.#look = this.#lookNow();
    this.#watch = new FolderWatch((_folder, name) => {
      if (name === undefined || name === basename(file)) this.current();
    });
    this.#watch.add(dirname(file));
    this.#slowLook = setInterval(() => this.current(), SLOW_LOOK_MS).unref();
  }

  /** The rules to decide by, now. Never throws. */
  current(): PolicyState {
    const { stamp, at, state } = this.#look;
    if (stampOf(this.#file) === stamp && at - changeOf(stamp) > SETTLED_MS) return state;
    this.#look = this.#lookNow();
    const isNew = !isSame(this.#look.state, state);
    if (isNew) this.#onChange(this.#look.state);
    // What reads the same stays the same object: decisions keep what they worked out of its rules.
    else this.#look = { ...this.#look, state };
    return this.#look.state;
  }

  /**
   * Puts another policy in its place; it is on disk when this returns. Throws `policy_invalid`, or `policy_changed` when
   * `expected` is given and is not the version of the file any more; null where no file is expected.
   */
  replace(value: unknown, expected?: string | null): PolicyState {
    const { policy, problems } = checkPolicy(value);
    if (!policy) throw policyInvalid(problems);
    const { version } = this.current();
    if (expected !== undefined && expected !== (version ?? null))
      throw new ReinsError(
        'policy_changed',
        'The policy has been changed meanwhile. Read it again, then change it.',
        {
          version,
        },
      );
    writeFileAtomically(this.realFile, `${JSON.stringify(policy, null, 2)}\n`);
    return this.current();
  }

  /** The same from text: problems then have the line they are in. */
  replaceText(text: string, expected?: string | null): PolicyState {
    const { policy, problems } = readPolicy(text);
    if (!policy) throw policyInvalid(problems);
    return this.replace(policy, expected);
  }

  /** Where the file really lies: no rule may let Claude write there. */
  get realFile(): string {
    return realPolicyFile(this.#file);
  }

  close(): void {
    clearInterval(this.#slowLook);
    this.#watch.close();
  }

  /** The stamp is taken first: a change during the reading makes it an old one. */
  #lookNow(): Look {
    const stamp = stampOf(this.#file);
    const at = this.#now();
    return { stamp, at, state: lookAtPolicy(this.#file) };
  }
}

/** The file as it is now, once. Never throws. */
export function lookAtPolicy(file: string): PolicyState {
  try {
    const read = readPolicyFile(file);
    if (!read) return { policy: EMPTY_POLICY, problems: [], version: undefined };
    const { policy = EMPTY_POLICY, problems = [] } = readPolicy(read.text);
    return { policy, problems, version: read.version };
  } catch (error) {
    const problems = [{ path: '', message: (error as Error).message }];
    return { policy: EMPTY_POLICY, problems, version: undefined };
  }
}

/** When the file was last changed, by its stamp. */
function changeOf(stamp: string | undefined): number {
  return stamp === undefined ? 0 : Number(stamp.split(':')[4] ?? 0) / 1e6;
}

function isSame(a: PolicyState, b: PolicyState): boolean {
  return a.version === b.version && JSON.stringify(a.problems) === JSON.stringify(b.problems);
}

export function policyInvalid(problems: readonly PolicyProblem[]): ReinsError {
  const [first] = problems;
  const line = first?.line === undefined ? '' : `Line ${first.line}: `;
  const where = line + (first?.path ? `${first.path}: ` : '');
  return new ReinsError('policy_invalid', `The policy cannot be used. ${where}${first?.message ?? ''}`, {
    problems,
  });
}
