/** A request's questions, in the form in which the terminal shows them. */
import { textOf } from '../../../lib/json-values.ts';
import type { PendingInteraction } from '../../driver.ts';

export interface AskedQuestion {
  readonly question: string;
  readonly header: string;
  readonly multiSelect: boolean;
  readonly options: readonly { readonly label: string; readonly description: string }[];
  /** With previews beside the options, notes are possible and there is no row for a custom answer. */
  readonly hasPreviews: boolean;
}

export function readQuestions({ input }: PendingInteraction): AskedQuestion[] {
  const { questions } = input;
  return (Array.isArray(questions) ? questions : []).map((candidate: unknown) => {
    const { question, header, multiSelect, options } = (candidate ?? {}) as Record<string, unknown>;
    const offered = (Array.isArray(options) ? options : []) as Record<string, unknown>[];
    return {
      question: textOf(question),
      header: textOf(header),
      multiSelect: multiSelect === true,
      options: offered.map((option) => ({
        label: textOf(option['label']),
        description: textOf(option['description']),
      })),
      hasPreviews: multiSelect !== true && offered.some(({ preview }) => textOf(preview) !== ''),
    };
  });
}
