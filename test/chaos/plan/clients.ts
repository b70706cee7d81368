/** The clients that send prompts and race for every answer. */
export const CLIENTS = ['ada', 'ben', 'cyd'] as const;
export type ClientName = (typeof CLIENTS)[number];
