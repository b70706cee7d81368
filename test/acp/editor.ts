/** An editor: the protocol's own client, speaking over real pipes to the built `reins acp`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import {
  type ClientCapabilities,
  type ClientContext,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  client,
  methods,
  ndJsonStream,
  type RequestPermissionRequest,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import { root } from '../../scripts/run-step.mjs';
import { waitUntil } from '../../stage/patience.ts';

/** A request of the agent, until it is answered or withdrawn. */
export interface Asked<Request, Response> {
  readonly request: Request;
  answer(response: Response): void;
  readonly isAnswered: boolean;
  /** The agent has cancelled it. */
  readonly signal: AbortSignal;
}
type Permission = Asked<RequestPermissionRequest, string | undefined>;
type Form = Asked<CreateElicitationRequest, CreateElicitationResponse>;

export class Editor {
  readonly agent: ClientContext;
  readonly child: ChildProcess;
  readonly updates: SessionUpdate[] = [];
  readonly #sessions = new Map<SessionUpdate, string>();
  readonly permissions: Permission[] = [];
  readonly forms: Form[] = [];
  /** Everything on standard output, byte for byte. */
  output = '';
  errors = '';

  private constructor(env: NodeJS.ProcessEnv, flags: readonly string[]) {
    const args = [join(root, 'dist', 'reins.js'), 'acp', ...flags];
    this.child = spawn(process.execPath, args, { env, stdio: 'pipe' });
    const { stdin, stdout, stderr } = this.child as ChildProcess & {
      stdin: Writable;
      stdout: Readable;
      stderr: Readable;
    };
    stdin.on('error', () => {});
    stdout.on('data', (piece) => {
      this.output += piece;
    });
    stderr.on('data', (piece) => {
      this.errors += piece;
    });
    const stream = ndJsonStream(Writable.toWeb(stdin), Readable.toWeb(stdout) as ReadableStream<Uint8Array>);
    this.agent = client({ name: 'test' })
      .onNotification(methods.client.session.update, ({ params: { sessionId, update } }) => {
        this.updates.push(update);
        this.#sessions.set(update, sessionId);
      })
      .onRequest(methods.client.session.requestPermission, async ({ params, signal }) => {
        const optionId = await ask<RequestPermissionRequest, string | undefined>(
          this.permissions,
          params,
          signal,
        );
        return {
          outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId },
        };
      })
      .onRequest(methods.client.elicitation.create, ({ params, signal }) => ask(this.forms, params, signal))
      .connect(stream).agent;
  }

  static async open(
    env: NodeJS.ProcessEnv,
    clientCapabilities: ClientCapabilities = {},
    flags: readonly string[] = [],
  ): Promise<Editor> {
    const editor = new Editor(env, flags);
    await editor.agent.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities });
    return editor;
  }

  async newSession(cwd: string): Promise<string> {
    return (await this.agent.request(methods.agent.session.new, { cwd, mcpServers: [] })).sessionId;
  }

  prompt(sessionId: string, text: string) {
    return this.agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] });
  }

  /** The text of all chunks of a kind, in order, of one session or of all. */
  text(
    kind: 'agent_message_chunk' | 'agent_thought_chunk' | 'user_message_chunk' = 'agent_message_chunk',
    sessionId?: string,
  ): string {
    return this.updates
      .filter((update) => sessionId === undefined || this.#sessions.get(update) === sessionId)
      .flatMap((update) =>
        update.sessionUpdate === kind && update.content.type === 'text' ? [update.content.text] : [],
      )
      .join('');
  }

  of<Kind extends SessionUpdate['sessionUpdate']>(
    kind: Kind,
  ): Extract<SessionUpdate, { sessionUpdate: Kind }>[] {
    return this.updates.filter(
      (update): update is Extract<SessionUpdate, { sessionUpdate: Kind }> => update.sessionUpdate === kind,
    );
  }

  async permission(index = 0): Promise<Permission> {
    return this.#wait('a permission request', () => this.permissions[index]);
  }

  async form(index = 0): Promise<Form> {
    return this.#wait('a form', () => this.forms[index]);
  }

  async sees(what: string, look: () => boolean): Promise<void> {
    await this.#wait(what, look);
  }

  /** The editor closes: its end of the pipe does. Resolves with the exit code. */
  async close(): Promise<number | null> {
    const exit = once(this.child, 'exit') as Promise<[number | null]>;
    this.child.stdin?.end();
    return (await exit)[0];
  }

  #wait<T>(what: string, look: () => T) {
    return waitUntil(what, look, {
      explain: () => `${this.output.slice(-4000)}\n${this.errors}`,
    });
  }
}

function ask<Request, Response>(
  list: Asked<Request, Response>[],
  request: Request,
  signal: AbortSignal,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    const asked = {
      ...{ request, signal, isAnswered: false },
      answer(response: Response) {
        asked.isAnswered = true;
        resolve(response);
      },
    };
    list.push(asked);
  });
}
