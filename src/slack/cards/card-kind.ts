/**
 * How Slack shows a kind of form and reads answers from it. The wording, the checks and the meaning of answers
 * are those of all clients, in `src/core/interactions/`.
 */
import type { KnownBlock } from '@slack/web-api';
import { recordOf, textOf } from '../../lib/json-values.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { AnswerBody } from '../../sdk/answer-calls.ts';
import { INPUT } from '../blocks/blocks.ts';

export interface CardKind {
  /** What to read before deciding. */
  readonly body: (interaction: Interaction) => KnownBlock[];
  readonly buttons: (interaction: Interaction) => CardButton[];
  /** A document to read first, too long for a card. */
  readonly file?: (interaction: Interaction) => { readonly name: string; readonly text: string };
  /** The answer of a button, or the modal that it opens. Undefined for a button that the request does not have. */
  readonly press: (interaction: Interaction, action: string) => AnswerBody | Modal | undefined;
  readonly submit: (interaction: Interaction, modal: string, values: ModalValues) => AnswerBody | ModalErrors;
}

export interface CardButton {
  /** Unique in its card. */
  readonly action: string;
  readonly text: string;
  readonly style?: 'primary' | 'danger';
}

export interface Modal {
  readonly modal: string;
  readonly title: string;
  readonly submit: string;
  readonly blocks: readonly KnownBlock[];
}

/** By block: what is wrong with its input. */
export interface ModalErrors {
  readonly errors: Readonly<Record<string, string>>;
}

export function isModal(value: object): value is Modal {
  return 'modal' in value;
}

export function isErrors(value: object): value is ModalErrors {
  return 'errors' in value;
}

/** The state of a submitted modal. */
export class ModalValues {
  readonly #values: Readonly<Record<string, unknown>>;

  /** `view.state.values` */
  constructor(values: unknown) {
    this.#values = recordOf(values);
  }

  text(block: string): string {
    return textOf(this.#input(block)['value']);
  }

  /** The numbers of the chosen options. */
  chosen(block: string): number[] {
    const { selected_option: one, selected_options: several } = this.#input(block);
    const options = Array.isArray(several) ? several : one === null || one === undefined ? [] : [one];
    return options.map((option) => Number(recordOf(option)['value'])).filter(Number.isInteger);
  }

  #input(block: string): Readonly<Record<string, unknown>> {
    return recordOf(recordOf(this.#values[block])[INPUT]);
  }
}
