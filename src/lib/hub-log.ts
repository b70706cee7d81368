/** The hub's log for its owner. Never contains tokens, hook payloads or environments. */

export interface HubLog {
  info(message: string): void;
  warn(message: string, error?: unknown): void;
}

export const consoleLog: HubLog = {
  info: (message) => console.log(message),
  warn: (message, error) => console.error(error === undefined ? message : `${message}: ${describe(error)}`),
};

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
