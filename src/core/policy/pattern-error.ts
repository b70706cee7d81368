/** An invalid pattern in a rule. The message continues a sentence about the pattern. */
export class PatternError extends Error {}
