/** What Claude is told when somebody says no without giving a reason, by whatever way the answer travels. */

export const DENIED = 'The user does not want this. Ask what to do instead, or go on without it.';
export const REJECTED = 'The user rejects this plan. Ask what should be different.';
