/** Where a hub listens unless told otherwise. */

export const DEFAULT_HOST = '127.0.0.1';
export const DEFAULT_PORT = 4820;
