/** How much of a row is shown: `open` shows the first part of what is long, `whole` all of it. */
export type Fold = 'closed' | 'open' | 'whole';
