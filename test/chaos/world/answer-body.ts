/** The body that a client sends for a planned decision. */
import { join } from 'node:path';
import type { Interaction } from '../../../src/protocol/interactions.ts';
import { commandOf, editedBy, fileOf, lineOf, optionOf, wordsOf } from '../marks.ts';
import type { ClientName } from '../plan/clients.ts';
import type { PlannedDecision } from '../plan/plan.ts';

type Asked = Pick<Interaction, 'kind' | 'input' | 'tool_name'>;
type Body = Record<string, unknown>;

export function answerBody(asked: Asked, client: ClientName, decision: PlannedDecision): Body {
  const mark = lineOf(asked.input) ?? 'unknown';
  if (asked.kind === 'question') return answerQuestion(asked, client, decision, mark);
  switch (decision) {
    case 'allow-edited':
      return { decision: 'allow', input: edit(asked, client, mark) };
    case 'deny-with-words':
      return { decision: 'deny', message: wordsOf(mark, client) };
    case 'deny':
      return { decision: 'deny' };
    default:
      return { decision: 'allow' };
  }
}

/** What to send if no route supports the planned decision: terminals cannot take edited input. */
export function plainBody({ kind }: Pick<Interaction, 'kind'>): Body {
  return kind === 'question' ? { answers: {} } : { decision: 'allow' };
}

function answerQuestion({ input }: Asked, client: ClientName, decision: PlannedDecision, mark: string): Body {
  if (decision === 'reply') return { reply: wordsOf(mark, client) };
  const [question] = (input['questions'] ?? []) as { question: string }[];
  const words = decision === 'choose' ? optionOf(client) : wordsOf(mark, client);
  return { answers: question ? { [question.question]: words } : {} };
}

function edit({ input, tool_name }: Asked, client: ClientName, line: string): Body {
  const edited = editedBy(line, client);
  if (tool_name !== 'Read') return { ...input, command: commandOf(edited) };
  return { ...input, file_path: join(String(input['file_path']), '..', fileOf(edited)) };
}
