/** The text Claude gets for a denial without a reason, on every route. */

export const DENIED = 'The user denied this. Ask what to do instead, or continue without it.';
export const REJECTED = 'The user rejected this plan. Ask what should be different.';
