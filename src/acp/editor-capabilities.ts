/** The capabilities of the editor that matter here. */
import type { ClientCapabilities } from '@agentclientprotocol/sdk';

export interface EditorCapabilities {
  readonly forms: boolean;
  readonly links: boolean;
  readonly notices: boolean;
  readonly compactions: boolean;
}

export function readCapabilities(reported: ClientCapabilities = {}): EditorCapabilities {
  const has = (value: unknown) => value !== undefined && value !== null;
  return {
    forms: has(reported.elicitation?.form),
    links: has(reported.elicitation?.url),
    notices: has(reported.session?.notices),
    compactions: has(reported.session?.compaction),
  };
}
