/**
 * How to ask a person at an editor: with a choice, with a form if the editor supports forms, or with text.
 */
import type {
  CreateElicitationResponse,
  ElicitationSchema,
  PermissionOptionKind,
} from '@agentclientprotocol/sdk';

export interface Choice {
  readonly id: string;
  readonly name: string;
  readonly kind: PermissionOptionKind;
}

/** Shown together with a choice. */
export interface Shown {
  readonly title?: string;
  /** Markdown, above the content of the call itself. */
  readonly text?: string;
}

/** Each call throws if the request ends meanwhile because another client has answered. */
export interface EditorDialog {
  /** Undefined if the person dismisses it. */
  choose(shown: Shown, choices: readonly Choice[]): Promise<string | undefined>;
  /** Absent if the editor does not support forms. */
  readonly fill?: (message: string, schema: ElicitationSchema) => Promise<CreateElicitationResponse>;
  /** Absent if the editor does not open links. */
  readonly open?: (message: string, url: string) => Promise<CreateElicitationResponse>;
  /** Shows a hint and waits for the person's next message. */
  words(hint: string): Promise<string>;
}
