/** The row that shows what Claude is doing now. Pure. */
import { t, tn } from '../../src/core/translate.ts';
import { describeTool, type ToolShape } from '../../src/core/wording/tool-text.ts';
import type { SessionView } from '../../src/protocol/session.ts';

export interface WorkingRow {
  readonly kind: 'working';
  readonly id: string;
  readonly words: string;
  /** When the turn began. */
  readonly since: string;
}

const DOING: Readonly<Partial<Record<ToolShape, (what: string) => string>>> = {
  command: (what) => t('Running {what}', { what }),
  read: (what) => t('Reading {what}', { what }),
  edit: (what) => t('Editing {what}', { what }),
  write: (what) => t('Writing {what}', { what }),
  search: (what) => t('Searching for {what}', { what }),
  web: (what) => t('Looking up {what}', { what }),
  agent: (what) => t('Waiting for a subagent: {what}', { what }),
  task: (what) => t('Planning {what}', { what }),
};

type About = Pick<SessionView, 'turns' | 'status' | 'streaming_text' | 'cwd'>;

/** Undefined unless Claude is working. Waiting for a person is not work: a card shows it. */
export function workingRow({ turns, status, streaming_text, cwd }: About): WorkingRow | undefined {
  const turn = turns.at(-1);
  const since = turn?.prompt?.at ?? turn?.items[0]?.at;
  if (status !== 'working' || since === undefined || turn?.outcome !== undefined) return undefined;
  return { kind: 'working', id: 'working', words: streaming_text ? t('Writing') : wordsOf(turn, cwd), since };
}

function wordsOf(turn: SessionView['turns'][number] | undefined, cwd: string): string {
  const running = (turn?.items ?? []).filter(
    (item) => item.kind === 'tool' && item.finished_at === undefined,
  );
  const [first] = running;
  if (first?.kind !== 'tool') return t('Thinking');
  const { shape, verb, object } = describeTool(first.name, first.input, cwd);
  const [what = ''] = object.trimStart().split('\n', 1);
  const doing = DOING[shape]?.(what) ?? t('Using {tool} {what}', { tool: verb, what });
  const others = running.length - 1;
  // Not every tool has an object.
  const words = doing.trim();
  return others > 0 ? tn(others, '{words} and {n} more', '{words} and {n} more', { words }) : words;
}
