/** One thing the doctor looks at, and what it found. */

export interface Finding {
  readonly verdict: 'ok' | 'warn' | 'fail';
  readonly message: string;
  /** What to do about it; present unless all is well. */
  readonly fix?: string;
}

export interface Check {
  readonly name: string;
  /** Must not throw for anything a user's machine can be like: what is broken is a finding. */
  look(env: NodeJS.ProcessEnv): Finding | Promise<Finding>;
}
