/** How a person at an editor can be asked: by a choice, by a form where the editor has forms, and by words. */
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

/** What is shown together with a choice. */
export interface Shown {
  readonly title?: string;
  /** Markdown, above what the call itself shows. */
  readonly text?: string;
}

/** Each call throws when the ask is over meanwhile, because somebody else has answered. */
export interface EditorDialog {
  /** Undefined when the person leaves it as it is. */
  choose(shown: Shown, choices: readonly Choice[]): Promise<string | undefined>;
  /** Absent where the editor has no forms. */
  readonly fill?: (message: string, schema: ElicitationSchema) => Promise<CreateElicitationResponse>;
  /** Absent where the editor opens no links. */
  readonly open?: (message: string, url: string) => Promise<CreateElicitationResponse>;
  /** Says what is wanted, and waits for the person's next message. */
  words(hint: string): Promise<string>;
}
