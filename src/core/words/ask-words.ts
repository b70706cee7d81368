/** What Claude waits for in plain words, whatever its kind. Pure; the words are cleaned by whoever shows them. */
import { textOf } from '../../lib/json-values.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { questionsOf } from '../questions.ts';
import { headOf } from '../tool-object.ts';
import { dangersOf } from './dangers.ts';
import { exactTexts } from './exact-words.ts';
import { toolWords } from './tool-words.ts';

type Asked = Pick<Interaction, 'kind' | 'tool_name' | 'input'>;

export interface AskWords {
  /** A sentence: `Claude wants to run a command`. */
  readonly headline: string;
  /** On one line: `run npm test`, `question: Which db?`. */
  readonly line: string;
}

/** Files are named from the session's folder. */
export function askWords(ask: Asked, cwd = ''): AskWords {
  return exactTexts(wordsFor(ask, cwd));
}

function wordsFor(ask: Asked, cwd: string): AskWords {
  const { kind, input, tool_name: tool = '' } = ask;
  switch (kind) {
    case 'question': {
      const questions = questionsOf(ask);
      const isOne = questions.length <= 1;
      return {
        headline: isOne ? 'Claude has a question' : `Claude has ${questions.length} questions`,
        line: `question: ${questions[0]?.question ?? ''}${isOne ? '' : ` (1 of ${questions.length})`}`,
      };
    }
    case 'plan':
      return {
        headline: 'Claude has a plan',
        line: `plan: ${headOf(textOf(input['plan']) || textOf(input['screen']))}`,
      };
    case 'elicitation':
      return {
        headline: `${textOf(input['mcp_server_name']) || 'An MCP server'} asks you`,
        line: `form: ${textOf(input['message'])}`,
      };
    case 'permission': {
      if (tool === '') return dialogWords(textOf(input['screen']));
      const { wish, verb, object, shape } = toolWords(tool, input, cwd);
      const isNamed = shape === 'server' || shape === 'other';
      return { headline: wish, line: `${isNamed ? `use ${verb}` : verb.toLowerCase()} ${object}`.trimEnd() };
    }
  }
}

/** Nobody has told which tool it is about: the words of the dialog are all there is. */
function dialogWords(screen: string): AskWords {
  return {
    headline: 'Claude Code asks for permission in its terminal',
    line: `dialog: ${headOf(screen) || 'look at the terminal'}`,
  };
}

/** What whoever decides should know first, as sentences: what is dangerous about it, and what the hub has flagged. */
export function askWarnings(ask: Asked & Pick<Interaction, 'flags'>, cwd = ''): string[] {
  const flagged = (ask.flags ?? []).map(({ message }) => message);
  return [...flagged, ...dangersOf(ask.tool_name ?? '', ask.input, cwd)];
}
