/**
 * No reply yet: the caller may repeat the call and wait. For hooks that block Claude Code while they wait.
 */
export class RetryLater {
  /** How long to wait before repeating the call. */
  readonly seconds: number;

  constructor(seconds: number) {
    this.seconds = seconds;
  }
}
