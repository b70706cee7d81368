/** The capabilities of the editor that matter here. */
import type { ClientCapabilities } from '@agentclientprotocol/sdk';

export interface EditorCapabilities {
  readonly forms: boolean;
  readonly links: boolean;
  readonly notices: boolean;
  readonly compactions: boolean;
}

export function readCapabilities(told: ClientCapabilities = {}): EditorCapabilities {
  const has = (value: unknown) => value !== undefined && value !== null;
  return {
    forms: has(told.elicitation?.form),
    links: has(told.elicitation?.url),
    notices: has(told.session?.notices),
    compactions: has(told.session?.compaction),
  };
}
