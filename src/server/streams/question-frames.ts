/**
 * The frames that `?questions=true` adds to a stream: questions and their answers, named by their tool use.
 */
import type { EventBody, ReinsEvent } from '../../protocol/events.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import type { Reader, StoredEvent } from '../server-deps.ts';

export interface QuestionNews {
  readonly event: 'interactive_question' | 'interactive_question_answered';
  readonly data: Readonly<Record<string, unknown>>;
}

/** For one stream: remembers which questions it has sent. */
export class QuestionFrames {
  readonly #reader: Pick<Reader, 'interaction'>;
  readonly #reported = new Set<string>();

  constructor(reader: Pick<Reader, 'interaction'>) {
    this.#reader = reader;
  }

  /** Undefined for events that do not concern questions. */
  report({ type, json }: StoredEvent): QuestionNews | undefined {
    if (!type.startsWith('interaction_')) return undefined;
    const event = JSON.parse(json) as ReinsEvent<
      'interaction_opened' | 'interaction_updated' | 'interaction_closed'
    >;
    const interaction = this.#reader.interaction(event.interaction_id);
    if (interaction?.kind !== 'question') return undefined;
    const toolUseId = interaction.tool_use_id;
    if (toolUseId === undefined) return undefined;
    const news = event.type === 'interaction_closed' ? closed(event) : this.#opened(event, interaction);
    const { session_id } = event;
    const names = { session_id, sessionId: session_id, tool_use_id: toolUseId, toolUseId };
    return news && { ...news, data: { ...names, ...news.data } };
  }

  /** The tool use may become known after the question; it is sent once it has its name. */
  #opened(
    event: ReinsEvent<'interaction_opened' | 'interaction_updated'>,
    { id, input }: Interaction,
  ): QuestionNews | undefined {
    if (event.tool_use_id === undefined || this.#reported.has(id)) return undefined;
    this.#reported.add(id);
    return { event: 'interactive_question', data: { questions: input['questions'] } };
  }
}

function closed({ state, answer }: EventBody<'interaction_closed'>): QuestionNews {
  const reply = answer?.['reply'];
  const data = {
    answers: answer?.['answers'] ?? {},
    ...(typeof reply === 'string' && { reply }),
    state,
  };
  return { event: 'interactive_question_answered', data };
}
