/** Writes one transcript: turns of prompts, thoughts, answers, tool calls and results, up to the wanted size. */
import { closeSync, mkdirSync, openSync, utimesSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Random } from './random.ts';
import type { Row, RowTemplates } from './row-templates.ts';
import type { TextSource } from './text-source.ts';

const FLUSH_BYTES = 1024 * 1024;
/** Claude Code records its first request, tools and all. */
const REQUEST_BYTES = 60_000;
/** Models whose prices other token counters know too. */
const MODELS = ['claude-opus-4-6', 'claude-sonnet-4-6', 'claude-haiku-4-5'];

export interface SessionPlan {
  readonly path: string;
  readonly sessionId: string;
  readonly cwd: string;
  readonly branch: string;
  readonly beginsAt: number;
  /** The target size. */
  readonly bytes: number;
  /** The average size of a message, which determines their number. */
  readonly messageBytes: number;
  /** Written into one prompt, to be searched for. */
  readonly phrase?: string | undefined;
}

export function writeSession(
  plan: SessionPlan,
  { templates, text, random }: { templates: RowTemplates; text: TextSource; random: Random },
): { messages: number; bytes: number } {
  mkdirSync(dirname(plan.path), { recursive: true });
  const file = openSync(plan.path, 'w');
  const { sessionId, cwd, branch } = plan;
  const scale = plan.messageBytes / 4600;
  let at = plan.beginsAt;
  let parentUuid: string | null = null;
  let [bytes, messages, turns] = [0, 0, 0];
  let waiting: string[] = [];
  let waitingBytes = 0;
  const flush = () => {
    bytes += writeSync(file, waiting.join(''));
    waiting = [];
    waitingBytes = 0;
  };
  const write = (template: Row, changes: object) => {
    const uuid = random.uuid();
    at += 200 + random.below(9000);
    const common = {
      uuid,
      parentUuid,
      timestamp: new Date(at).toISOString(),
      cwd,
      sessionId,
      gitBranch: branch,
    };
    const row =
      'uuid' in template ? { ...template, ...common, ...changes } : { ...template, sessionId, ...changes };
    const line = `${JSON.stringify(row)}\n`;
    if ('uuid' in template) parentUuid = uuid;
    waiting.push(line);
    waitingBytes += line.length;
    if (waitingBytes > FLUSH_BYTES) flush();
  };
  const model = random.pick(MODELS);
  /** What the rows of one API message have in common. */
  const newMessage = () => ({
    id: `msg_${random.uuid()}`,
    requestId: `req_${random.uuid()}`,
    counts: {
      input_tokens: random.below(900),
      output_tokens: random.below(2000),
      cache_read_input_tokens: random.below(90_000),
    },
  });
  const say = (
    template: Row,
    content: readonly object[],
    { id, requestId, counts }: ReturnType<typeof newMessage>,
  ) => {
    messages += 1;
    const before = template['message'] as Row;
    const usage = { ...(before['usage'] as object), ...counts };
    write(template, { requestId, message: { ...before, id, model, content, usage } });
  };

  for (const row of templates.opening) write(row, {});
  while (bytes + waitingBytes < plan.bytes) {
    const promptId = random.uuid();
    const isMarked = turns === 0 && plan.phrase !== undefined;
    const words = isMarked ? `${plan.phrase} ${text.prompt(random)}` : text.prompt(random);
    messages += 1;
    write(templates.prompt, { promptId, message: { role: 'user', content: words } });
    if (turns === 0) write({ type: 'api-request-blob' }, { blob: text.prose(random, REQUEST_BYTES) });
    for (let call = random.below(8); call >= 0 && bytes + waitingBytes < plan.bytes; call--) {
      const message = newMessage();
      if (random.below(4) === 0)
        say(
          templates.thinking,
          [{ type: 'thinking', thinking: text.prose(random, 600 * scale), signature: '' }],
          message,
        );
      const toolId = `toolu_${random.uuid()}`;
      const { name, input } = makeCall(text, random, cwd, scale);
      say(templates.call, [{ type: 'tool_use', id: toolId, name, input }], message);
      const failed = random.below(12) === 0;
      const output =
        name === 'Read'
          ? text.code(random, 4200 * scale)
          : text.output(random, (200 + random.below(5600)) * scale);
      messages += 1;
      write(templates.result, {
        promptId,
        message: {
          role: 'user',
          content: [{ tool_use_id: toolId, type: 'tool_result', content: output, is_error: failed }],
        },
        toolUseResult:
          name === 'Read'
            ? { type: 'text', file: { filePath: input['file_path'], content: output } }
            : { stdout: output, stderr: '', interrupted: false, isImage: false },
      });
    }
    say(templates.text, [{ type: 'text', text: text.prose(random, 700 * scale) }], newMessage());
    write(templates.turnEnd, { durationMs: random.below(90_000) });
    write(templates.cost, { totalCostUSD: turns / 10 });
    if (turns++ === 0) write(templates.title, { customTitle: text.prompt(random).slice(0, 50) });
    at += random.below(20 * 60_000);
  }
  flush();
  closeSync(file);
  utimesSync(plan.path, at / 1000, at / 1000);
  return { messages, bytes };
}

function makeCall(
  text: TextSource,
  random: Random,
  cwd: string,
  scale: number,
): { name: string; input: Record<string, unknown> } {
  const file_path = `${cwd}/${random.pick(text.paths)}`;
  switch (random.below(4)) {
    case 0:
      return { name: 'Read', input: { file_path } };
    case 1:
      return {
        name: 'Edit',
        input: {
          file_path,
          old_string: text.code(random, 500 * scale),
          new_string: text.code(random, 800 * scale),
        },
      };
    case 2:
      return { name: 'Write', input: { file_path, content: text.code(random, 2500 * scale) } };
    default:
      return { name: 'Bash', input: { command: text.output(random, 80), description: text.prompt(random) } };
  }
}
