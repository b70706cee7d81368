/**
 * A real `claude -p` on the stage, driven in stream-json in both directions.
 * For tests: it exposes the raw protocol.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { LineSplitter } from '../src/lib/line-splitter.ts';
import { waitUntil } from './patience.ts';

const STREAM_JSON = [
  ...['-p', '--verbose', '--input-format', 'stream-json', '--output-format', 'stream-json'],
  ...['--include-partial-messages', '--permission-prompt-tool', 'stdio'],
];

/** One line of output, as the CLI wrote it. */
export interface StreamMessage {
  readonly type: string;
  readonly subtype?: string;
  readonly session_id?: string;
  readonly [key: string]: unknown;
}

/** Claude waits for the host: a `can_use_tool` control request. */
export interface PermissionRequest {
  readonly requestId: string;
  readonly tool: string;
  readonly toolUseId: string;
  readonly input: Record<string, unknown>;
  readonly request: Record<string, unknown>;
}

export interface HeadlessOptions {
  readonly binary: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Called with each message as it arrives. */
  readonly onMessage?: (message: StreamMessage) => void;
}

export interface HeadlessClaude {
  readonly pid: number;
  /** Everything the CLI has written so far. */
  readonly messages: readonly StreamMessage[];
  /** Sends a user message and returns its uuid. */
  send(content: string | readonly object[]): string;
  /** Sends a control request and returns the CLI's response. */
  control(request: { subtype: string; [key: string]: unknown }): Promise<Record<string, unknown>>;
  /** Answers a permission request. */
  answer(interaction: PermissionRequest, response: object): void;
  /** The first match that no earlier `next` has returned; waits for it. */
  next(what: string, fits: (message: StreamMessage) => boolean): Promise<StreamMessage>;
  nextPermissionRequest(tool: string): Promise<PermissionRequest>;
  nextResult(): Promise<StreamMessage>;
  /** Closes stdin and waits for the exit code. */
  end(): Promise<number | null>;
}

export function startHeadlessClaude({
  binary,
  cwd,
  env,
  args = [],
  onMessage,
}: HeadlessOptions): HeadlessClaude {
  const child = spawn(binary, [...STREAM_JSON, ...args], { cwd, env, stdio: 'pipe' });
  const exited = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const splitter = new LineSplitter();
  const messages: StreamMessage[] = [];
  let errors = '';
  let taken = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    for (const { text } of splitter.push(chunk)) {
      const message: StreamMessage = JSON.parse(text);
      messages.push(message);
      onMessage?.(message);
    }
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk;
  });

  const write = (line: object) => child.stdin.write(`${JSON.stringify(line)}\n`);
  const explain = () => {
    const received = messages.slice(-15).map((message) => JSON.stringify(message).slice(0, 300));
    return [`exit code ${child.exitCode}`, `stderr: ${errors}`, ...received].join('\n');
  };

  async function next(what: string, fits: (message: StreamMessage) => boolean) {
    const index = await waitUntil(
      what,
      () => {
        const found = messages.findIndex((message, at) => at >= taken && fits(message));
        return found === -1 ? undefined : { at: found };
      },
      { explain },
    );
    taken = index.at + 1;
    return messages[index.at] as StreamMessage;
  }

  return {
    pid: child.pid as number,
    messages,
    next,
    send(content) {
      const uuid = randomUUID();
      write({ type: 'user', message: { role: 'user', content }, uuid });
      return uuid;
    },
    async control(request) {
      const request_id = randomUUID();
      write({ type: 'control_request', request_id, request });
      const answers = (message: StreamMessage) =>
        message.type === 'control_response' &&
        (message['response'] as Record<string, unknown>)['request_id'] === request_id;
      const seen = await waitUntil(`a response to ${request.subtype}`, () => messages.find(answers), {
        explain,
      });
      return seen['response'] as Record<string, unknown>;
    },
    answer(interaction, response) {
      write({
        type: 'control_response',
        response: { subtype: 'success', request_id: interaction.requestId, response },
      });
    },
    async nextPermissionRequest(tool) {
      const message = await next(
        `a permission request for ${tool}`,
        (candidate) => askedTool(candidate) === tool,
      );
      const request = message['request'] as Record<string, unknown>;
      return {
        requestId: message['request_id'] as string,
        tool,
        toolUseId: request['tool_use_id'] as string,
        input: request['input'] as Record<string, unknown>,
        request,
      };
    },
    nextResult: () => next('a result', (message) => message.type === 'result'),
    async end() {
      child.stdin.end();
      const [code] = await exited;
      return code;
    },
  };
}

function askedTool(message: StreamMessage): unknown {
  const request = message['request'] as Record<string, unknown> | undefined;
  return message.type === 'control_request' && request?.['subtype'] === 'can_use_tool'
    ? request['tool_name']
    : undefined;
}
