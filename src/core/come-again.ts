/** No reply yet: whoever asked may ask again and wait. Told to hooks that hold Claude Code up while they wait. */
export class ComeAgain {
  /** How long to wait then. */
  readonly seconds: number;

  constructor(seconds: number) {
    this.seconds = seconds;
  }
}
