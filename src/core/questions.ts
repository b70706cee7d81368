/** The questions of a request as Claude asked them; anything invalid is omitted. */
import type { Interaction } from '../protocol/interactions.ts';

/** A question of Claude. */
export interface Question {
  /** The text of the question. */
  readonly question: string;
  /** A short label. */
  readonly header?: string;
  /** Whether several options may be chosen. */
  readonly multiSelect: boolean;
  /** The options to choose from; a custom answer is always possible. */
  readonly options: readonly {
    /** The text of the option, which is also its answer. */
    readonly label: string;
    /** What choosing it means. */
    readonly description?: string;
  }[];
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
