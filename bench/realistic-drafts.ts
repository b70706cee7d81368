/** Facts of a typical working session: prompts, tool calls with results, text, usage, hooks; about 1 KB each. */
import { randomUUID } from 'node:crypto';
import type { Draft } from '../src/core/draft.ts';

const CODE = `export function renderPage(page: Page, options: RenderOptions = {}): string {
  const { title, body, footer } = page;\n  return \`<article class="\${options.theme ?? 'plain'}">\\n\${body}</article>\`;\n}\n`;

/** One turn: a prompt, six tool calls seen by hooks and transcript, text and usage between them. */
export function realisticTurn(at: number): Draft[] {
  const promptId = randomUUID();
  const calls = Array.from({ length: 6 }, (_, index) => toolCall(at + 1000 * index, index));
  return [
    {
      ...transcript(at, `prompt:${promptId}`),
      type: 'prompt_submitted',
      item: `prompt:${promptId}`,
      prompt_id: promptId,
      uuid: promptId,
      text: 'Please make the page render its footer, and add a test. '.repeat(15),
      origin: 'human',
      images: 0,
      observed: { cwd: '/home/ada/site', git_branch: 'main', claude_version: '2.1.0' },
    },
    ...calls.flat(),
    {
      ...transcript(at + 9000, `end:${promptId}`),
      type: 'turn_finished',
      item: `end:${promptId}`,
      prompt_id: promptId,
      outcome: 'completed',
    },
  ];
}

function toolCall(at: number, index: number): Draft[] {
  const tool_use_id = `toolu_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
  const message_id = `msg_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
  const item = `tool:${tool_use_id}`;
  const block = `block:${message_id}:0`;
  const input = { file_path: '/home/ada/site/src/page.ts', old_string: CODE, new_string: CODE.repeat(2) };
  const hook = {
    session_id: 'x',
    hook_event_name: 'PreToolUse',
    tool_name: 'Edit',
    tool_use_id,
    tool_input: input,
  };
  const patch = [
    { oldStart: 1, oldLines: 4, newStart: 1, newLines: 8, lines: CODE.split('\n').map((line) => `+${line}`) },
  ];
  return [
    {
      type: 'hook_received',
      source: 'hook',
      at,
      name: 'PreToolUse',
      tool_name: 'Edit',
      tool_use_id,
      observed: { cwd: '/home/ada/site', permission_mode: 'default' },
      raw: JSON.stringify(hook),
    },
    { type: 'tool_started', source: 'hook', at, key: item, item, tool_use_id, name: 'Edit', input },
    {
      ...transcript(at + 5, block),
      type: 'assistant_text',
      item: block,
      message_id,
      block: 0,
      text: `Now I edit the page, step ${index}. The footer belongs below the body. `.repeat(12),
    },
    { ...transcript(at + 6, item), type: 'tool_started', item, tool_use_id, name: 'Edit', input },
    {
      ...transcript(at + 6, `usage:${message_id}`),
      type: 'usage_counted',
      message_id,
      model: 'claude-sonnet',
      usage: {
        input_tokens: 9,
        output_tokens: 210,
        cache_read_input_tokens: 31_000,
        cache_creation_input_tokens: 900,
      },
    },
    {
      ...transcript(at + 50, `result:${tool_use_id}`),
      type: 'tool_finished',
      item,
      tool_use_id,
      content: `The file /home/ada/site/src/page.ts has been updated.\n${CODE}`,
      is_error: false,
      details: { filePath: `/home/ada/site/src/page-${index}.ts`, structuredPatch: patch },
    },
    {
      type: 'tool_timed',
      source: 'hook',
      at: at + 50,
      key: `time:${tool_use_id}`,
      item,
      tool_use_id,
      duration_ms: 44,
    },
  ];
}

let offset = 0;
function transcript(at: number, key: string) {
  offset += 1200;
  return { source: 'transcript' as const, at, key, position: offset };
}
