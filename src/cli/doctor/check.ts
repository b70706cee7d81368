/** One check of the doctor, and its result. */

export interface Finding {
  readonly verdict: 'ok' | 'warn' | 'fail';
  readonly message: string;
  /** What to do about it; present unless the check passed. */
  readonly fix?: string;
  /** Does it, if that is safe: nothing is lost, and nothing else changes. */
  readonly repair?: () => void | Promise<void>;
}

export interface Check {
  readonly name: string;
  /** Must not throw, whatever the state of the machine: problems are findings. */
  look(env: NodeJS.ProcessEnv): Finding | Promise<Finding>;
}
