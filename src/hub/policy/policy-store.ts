/**
 * `policy.json`: the current rules. Every read checks the file as it is now, so an edit by hand applies as soon as it is
 * saved. While the file is invalid, no rule applies: an older valid policy is never used instead.
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
  /** Empty if there is no file, or one with problems. */
  readonly policy: Policy;
  readonly problems: readonly PolicyProblem[];
  /** The hash of the file's text; undefined if there is none. */
  readonly version: string | undefined;
}

interface Look {
  readonly state: PolicyState;
  readonly stamp: string | undefined;
  readonly at: number;
}

/** A file that changed just before it was read may change again without visible metadata changes. */
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

  /** `onChange` is called once for every change, by hand or not, but not for the initial state. */
  constructor(file: string, onChange: (state: PolicyState) => void, now: Clock = systemClock) {
    this.#file = file;
    this.#onChange = onChange;
    this.#now = now;
    this.#look = this.#checkNow();
    this.#watch = new FolderWatch((_folder, name) => {
      if (name === undefined || name === basename(file)) this.current();
    });
    this.#watch.add(dirname(file));
    this.#slowLook = setInterval(() => this.current(), SLOW_LOOK_MS).unref();
  }

  /** The current rules. Never throws. */
  current(): PolicyState {
    const { stamp, at, state } = this.#look;
    if (stampOf(this.#file) === stamp && at - changeOf(stamp) > SETTLED_MS) return state;
    this.#look = this.#checkNow();
    const isNew = !isSame(this.#look.state, state);
    if (isNew) this.#onChange(this.#look.state);
    // The same text keeps the same object: decisions cache what they computed from its rules.
    else this.#look = { ...this.#look, state };
    return this.#look.state;
  }

  /**
   * Replaces the policy; it is on disk when this returns. Throws `policy_invalid`, or `policy_changed` if `expected` is
   * given and is no longer the version of the file; null if no file is expected.
   */
  replace(value: unknown, expected?: string | null): PolicyState {
    const { policy, problems } = checkPolicy(value);
    if (!policy) throw policyInvalid(problems);
    const { version } = this.current();
    if (expected !== undefined && expected !== (version ?? null))
      throw new ReinsError(
        'policy_changed',
        'The policy has changed in the meantime. Read it again, then change it.',
        {
          version,
        },
      );
    writeFileAtomically(this.realFile, `${JSON.stringify(policy, null, 2)}\n`);
    return this.current();
  }

  /** The same from text: problems then include their line. */
  replaceText(text: string, expected?: string | null): PolicyState {
    const { policy, problems } = readPolicy(text);
    if (!policy) throw policyInvalid(problems);
    return this.replace(policy, expected);
  }

  /** The real path of the file: no rule may let Claude write there. */
  get realFile(): string {
    return realPolicyFile(this.#file);
  }

  close(): void {
    clearInterval(this.#slowLook);
    this.#watch.close();
  }

  /** The stamp is taken first: a change while reading makes it outdated. */
  #checkNow(): Look {
    const stamp = stampOf(this.#file);
    const at = this.#now();
    return { stamp, at, state: lookAtPolicy(this.#file) };
  }
}

/** Reads the current file once. Never throws. */
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

/** When the file was last changed, according to its stamp. */
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
