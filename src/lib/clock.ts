/** The time of day as a dependency, so that tests can set it. */

/** Milliseconds since 1970. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
