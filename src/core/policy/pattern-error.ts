/** A pattern in a rule that cannot be read: the message says why, as the end of a sentence about it. */
export class PatternError extends Error {}
