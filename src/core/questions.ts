/** The questions of a request as Claude asked them; anything invalid is omitted. */
import type { Interaction } from '../protocol/interactions.ts';

export interface Question {
  readonly question: string;
  readonly header?: string;
  readonly multiSelect: boolean;
  readonly options: readonly { readonly label: string; readonly description?: string }[];
}

export function questionsOf({ input }: Pick<Interaction, 'input'>): Question[] {
  const { questions } = input;
  return (Array.isArray(questions) ? questions : []).flatMap((candidate: unknown) => {
    const { question, header, multiSelect, options } = (candidate ?? {}) as Record<string, unknown>;
    if (typeof question !== 'string') return [];
    return [
      {
        question,
        ...(typeof header === 'string' && { header }),
        multiSelect: multiSelect === true,
        options: (Array.isArray(options) ? options : []).flatMap(readOption),
      },
    ];
  });
}

function readOption(candidate: unknown): Question['options'] {
  const { label, description } = (candidate ?? {}) as Record<string, unknown>;
  if (typeof label !== 'string') return [];
  return [{ label, ...(typeof description === 'string' && { description }) }];
}
