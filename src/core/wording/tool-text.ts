/**
 * A tool call in few words: what it does and to what, for a line of a conversation and the headline of a
 * request.
 */
import { exactText } from '../../lib/hidden-characters.ts';
import { t } from '../translate.ts';
import { shownPath } from './shown-path.ts';

export type ToolShape =
  | 'command'
  | 'read'
  | 'edit'
  | 'write'
  | 'search'
  | 'web'
  | 'agent'
  | 'task'
  | 'ask'
  | 'plan'
  | 'server'
  | 'other';

export interface ToolDescription {
  readonly shape: ToolShape;
  /** The first word of a line: `Read`, `Run`. */
  readonly verb: string;
  /** A path, a command, a pattern. */
  readonly object: string;
  /** A whole sentence for the person who decides. */
  readonly wish: string;
}

type Input = Readonly<Record<string, unknown>>;

export function describeTool(name: string, input: Input, cwd = ''): ToolDescription {
  const text = (key: string) => (typeof input[key] === 'string' ? (input[key] as string) : '');
  const path = (key: string) => shownPath(text(key), cwd);
  switch (name) {
    case 'Bash':
      return words('command', t('Run'), text('command'), t('Claude wants to run a command'));
    case 'Read':
      return words('read', t('Read'), path('file_path'), t('Claude wants to read a file'));
    case 'Edit':
    case 'MultiEdit':
      return words('edit', t('Edit'), path('file_path'), t('Claude wants to edit a file'));
    case 'Write':
      return words('write', t('Write'), path('file_path'), t('Claude wants to write a file'));
    case 'NotebookEdit':
      return words('edit', t('Edit'), path('notebook_path'), notebookWish(text('edit_mode')));
    case 'Grep':
      return words('search', t('Search'), text('pattern'), t('Claude wants to search in files'));
    case 'Glob':
      return words('search', t('Find'), text('pattern'), t('Claude wants to find files'));
    case 'LS':
      return words('read', t('List'), path('path'), t('Claude wants to list a folder'));
    case 'WebFetch':
      return words('web', t('Fetch'), text('url'), t('Claude wants to fetch a web page'));
    case 'WebSearch':
      return words('web', t('Search the web'), text('query'), t('Claude wants to search the web'));
    case 'Task':
    case 'Agent':
      return words(
        'agent',
        t('Agent'),
        text('description') || text('subagent_type'),
        t('Claude wants to start a subagent'),
      );
    case 'TodoWrite':
      return words('task', t('Tasks'), '', t('Claude wants to update its task list'));
    case 'TaskCreate':
    case 'TaskUpdate':
      return words(
        'task',
        t('Task'),
        text('subject') || taskChange(input),
        t('Claude wants to update its task list'),
      );
    case 'AskUserQuestion':
      return words('ask', t('Ask'), firstQuestion(input), t('Claude has a question'));
    case 'ExitPlanMode':
      return words('plan', t('Plan'), '', t('Claude has a plan'));
    case 'Skill':
      return words('other', t('Skill'), text('skill') || text('command'), t('Claude wants to use a skill'));
    case 'KillShell':
    case 'TaskStop':
      return words(
        'command',
        t('Stop'),
        text('shell_id') || text('task_id'),
        t('Claude wants to stop a background task'),
      );
    default:
      return unknownTool(name, input);
  }
}

/** `mcp__github__create_issue` is the tool create_issue of the server github. */
export function serverTool(name: string): { readonly server: string; readonly tool: string } | undefined {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? [];
  return server && tool ? { server, tool } : undefined;
}

function unknownTool(name: string, input: Input): ToolDescription {
  const mcp = serverTool(name);
  const object = Object.values(input).find((value) => typeof value === 'string') ?? '';
  if (!mcp) return words('other', name, String(object), t('Claude wants to use {name}', { name }));
  const { server, tool } = mcp;
  return words(
    'server',
    tool,
    String(object),
    t('Claude wants to use {tool} from {server}', { tool, server }),
  );
}

function firstQuestion({ questions }: Input): string {
  const [first] = Array.isArray(questions) ? questions : [];
  const { question } = (first ?? {}) as { question?: unknown };
  return typeof question === 'string' ? question : '';
}

/** `1 completed`: an update contains only the number of the task. */
function taskChange({ taskId, status }: Input): string {
  return [taskId, String(status ?? '').replaceAll('_', ' ')].filter(Boolean).join(' ');
}

function notebookWish(mode: string): string {
  if (mode === 'delete') return t('Claude wants to delete a notebook cell');
  return mode === 'insert'
    ? t('Claude wants to add a notebook cell')
    : t('Claude wants to edit a notebook cell');
}

function words(shape: ToolShape, verb: string, object: string, wish: string): ToolDescription {
  return { shape, verb: exactText(verb), object: exactText(object), wish: exactText(wish) };
}
