/** A tool call as editors show it: what it does, to which files, its changes and its outcome. */
import type { ToolCall, ToolCallContent, ToolKind } from '@agentclientprotocol/sdk';
import { questionsOf } from '../../core/questions.ts';
import { describeTool, serverTool, type ToolShape } from '../../core/wording/tool-text.ts';
import { exactLine } from '../../lib/hidden-characters.ts';
import type { ItemOf } from '../../protocol/conversation.ts';
import { cut, fenced, toolText } from '../text-block.ts';
import { diffsOf } from './tool-diffs.ts';
import { locationsOf } from './tool-locations.ts';

export type ToolItem = Pick<
  ItemOf<'tool'>,
  'tool_use_id' | 'name' | 'input' | 'finished_at' | 'result' | 'is_error' | 'details'
>;

/** One line in an editor. */
const TITLE_LIMIT = 500;

const KINDS: Readonly<Record<ToolShape, ToolKind>> = {
  command: 'execute',
  read: 'read',
  edit: 'edit',
  write: 'edit',
  search: 'search',
  web: 'fetch',
  agent: 'think',
  task: 'think',
  ask: 'other',
  plan: 'switch_mode',
  server: 'other',
  other: 'other',
};

/** Calls that only update tasks: the editor shows the tasks themselves, as a plan. */
export function isTaskNote(name: string): boolean {
  return describeTool(name, {}).shape === 'task' || name === 'TaskList' || name === 'TaskGet';
}

export function toolCallOf(tool: ToolItem, cwd: string): ToolCall {
  const { tool_use_id, name, input, finished_at, is_error } = tool;
  return {
    toolCallId: tool_use_id,
    title: titleOf(name, input, cwd),
    name,
    kind: KINDS[describeTool(name, input).shape],
    status: finished_at === undefined ? 'in_progress' : is_error ? 'failed' : 'completed',
    rawInput: input,
    locations: locationsOf(tool, cwd),
    content: contentOf(tool, cwd),
  };
}

/** On one line: `Run npm test`, `create_issue from github: Fix it`. */
export function titleOf(name: string, input: ToolItem['input'], cwd: string): string {
  const { verb, object } = describeTool(name, input, cwd);
  const mcp = serverTool(name);
  const what = mcp ? `${mcp.tool} from ${mcp.server}:` : verb;
  const [first = '', ...more] = `${what} ${object}`.trim().replace(/:$/, '').split('\n');
  const title = exactLine(first.slice(0, TITLE_LIMIT));
  return more.length > 0 || first.length > TITLE_LIMIT ? `${title} …` : title;
}

function contentOf(tool: ToolItem, cwd: string): ToolCallContent[] {
  if (tool.finished_at !== undefined && tool.is_error) return outputOf(tool);
  const diffs = diffsOf(tool, cwd);
  if (diffs.length > 0) return diffs;
  return tool.finished_at === undefined || tool.name === 'ExitPlanMode' ? wishOf(tool) : outputOf(tool);
}

/** The content to read before a call has run. */
function wishOf({ name, input }: ToolItem): ToolCallContent[] {
  const plan = input['plan'];
  if (name === 'ExitPlanMode') return typeof plan === 'string' ? [toolText(cut(plan))] : [];
  if (name === 'AskUserQuestion') return questionsOf({ input }).map(({ question }) => toolText(question));
  const about = input['description'];
  return name === 'Bash' && typeof about === 'string' ? [toolText(about)] : [];
}

type Tool = Pick<ItemOf<'tool'>, 'name' | 'input' | 'result'>;

/** These return prose; all others return program output or lines of a file. */
const PROSE: ReadonlySet<ToolShape> = new Set(['agent', 'web', 'ask', 'plan', 'server', 'other']);

/** The result of a call as content to show. */
function outputOf({ name, input, result }: Tool): ToolCallContent[] {
  const isProse = PROSE.has(describeTool(name, input).shape);
  return blocksOf(result).flatMap((block): ToolCallContent[] => {
    if (typeof block === 'string') {
      if (block.trim() === '') return [];
      return [toolText(isProse ? cut(block) : fenced(block))];
    }
    return [{ type: 'content', content: { type: 'image', ...block } }];
  });
}

type Block = string | { readonly data: string; readonly mimeType: string };

/** A result is a text, or blocks of the Messages API. */
function blocksOf(result: unknown): Block[] {
  if (typeof result === 'string') return [result];
  if (!Array.isArray(result)) return [];
  return result.flatMap((block: unknown): Block[] => {
    const { type, text, source } = (block ?? {}) as Record<string, unknown>;
    if (type === 'text' && typeof text === 'string') return [text];
    const { data, media_type: mimeType } = (source ?? {}) as Record<string, unknown>;
    const isPicture = type === 'image' && typeof data === 'string' && typeof mimeType === 'string';
    return isPicture ? [{ data, mimeType }] : [];
  });
}
