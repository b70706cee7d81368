/**
 * The hub as an agent of the Agent Client Protocol: an editor starts sessions, opens existing ones, prompts
 * them and answers requests, on the same live session as all other clients.
 */
import {
  type AgentApp,
  type AgentContext,
  agent,
  methods,
  PROTOCOL_VERSION,
  RequestError,
} from '@agentclientprotocol/sdk';
import { z } from 'zod';
import { ReinsError } from '../protocol/errors.ts';
import type { Session } from '../protocol/session.ts';
import type { NewSession, Resume } from '../protocol/steering.ts';
import type { Client } from '../sdk/client.ts';
import type { DeletedSessions } from './deleted-sessions.ts';
import { readCapabilities } from './editor-capabilities.ts';
import { type EditorChoices, readEditorChoices } from './editor-choices.ts';
import { EditorSession } from './editor-session.ts';
import { replay } from './history.ts';
import { mcpConfigOf } from './mcp-config.ts';
import { OfferedModels } from './offered-models.ts';
import { answering } from './protocol-error.ts';
import { MODE_OPTION, MODEL_OPTION } from './session-choices.ts';

export interface AcpAgentOptions {
  /** The hub; started if none is running. */
  readonly hub: () => Promise<Client>;
  readonly version: string;
  /** The driver of new sessions; defaults to the hub's setting. */
  readonly driver?: NewSession['driver'];
  /** Defaults for runs that an editor starts. */
  readonly defaults?: EditorChoices;
  readonly deleted: Pick<DeletedSessions, 'add' | 'has'>;
  /** The editor has started or resumed a session. */
  readonly onStart?: (sessionId: string) => void;
  /** The editor has closed a session, but not the connection. */
  readonly onClose?: (sessionId: string) => void;
}

/** The parameters that every call for opening a session has. */
interface Opening {
  readonly mcpServers?: Parameters<typeof mcpConfigOf>[0];
  readonly additionalDirectories?: string[];
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

const LIST_PAGE = 50;
const IN_TERMINAL = 'This session runs in a terminal that the hub did not start. End it there first.';

/** Not in the stable part of the protocol yet. */
const forkParams = z.looseObject({ sessionId: z.string() });

/** Versions of the protocol before 1.0 have a call for it; later ones use config options. */
const setModelParams = z.object({ sessionId: z.string(), modelId: z.string() });

export function createAcpAgent(options: AcpAgentOptions): AgentApp {
  const { hub, version, driver, defaults = {}, deleted, onStart, onClose } = options;
  const models = new OfferedModels();
  const sessions = new Map<string, EditorSession>();
  let capabilities = readCapabilities();

  const opened = (id: string): EditorSession => {
    const session = sessions.get(id);
    if (!session) throw RequestError.sessionNotFound(id);
    return session;
  };

  /**
   * Follows the session once the response is sent, so that no update arrives before the editor knows the
   * session.
   */
  const keep = (id: string, session: EditorSession) => {
    void sessions.get(id)?.close({ cancels: false });
    sessions.set(id, session);
    setTimeout(() => session.begin(), 0);
    return session.choices();
  };

  const look = async (client: Client, id: string, editor: AgentContext, run: Resume) => {
    const view = await client.get(id).catch((error: unknown) => {
      // An id that is not a UUID cannot be a session.
      const isUnknown = error instanceof ReinsError && error.code === 'invalid_request';
      throw isUnknown ? RequestError.sessionNotFound(id) : error;
    });
    const place = { client, editor, capabilities, run, startHub: hub, onStart };
    return { view, session: new EditorSession(view, { ...place, models: await models.of(client, id) }) };
  };

  /** Opens a session that the editor has just started. */
  const openNew = async (client: Client, sessionId: string, editor: AgentContext, run: Resume) => {
    onStart?.(sessionId);
    const { session } = await look(client, sessionId, editor, run);
    return { sessionId, ...keep(sessionId, session) };
  };

  return agent({ name: 'reins' })
    .onRequest(methods.agent.initialize, ({ params }) => {
      capabilities = readCapabilities(params.clientCapabilities);
      return {
        protocolVersion: PROTOCOL_VERSION,
        agentInfo: { name: 'reins', title: 'Reins', version },
        authMethods: [],
        agentCapabilities: {
          loadSession: true,
          promptCapabilities: { image: true, audio: false, embeddedContext: true },
          mcpCapabilities: { http: true, sse: true },
          sessionCapabilities: {
            ...{ list: {}, resume: {}, close: {}, fork: {}, delete: {}, additionalDirectories: {} },
          },
        },
      };
    })
    .onRequest(methods.agent.authenticate, () => ({}))
    .onRequest(methods.agent.session.new, ({ params, client: editor }) =>
      answering(undefined, async () => {
        const client = await hub();
        const run = runOf(params, defaults);
        const order = { cwd: params.cwd, ...run, ...(driver && { driver }) };
        const { session_id: sessionId } = await client.createSession(order);
        return openNew(client, sessionId, editor, run);
      }),
    )
    .onRequest('session/fork', forkParams, ({ params, client: editor }) =>
      answering(params.sessionId, async () => {
        const client = await hub();
        const run = runOf(params as Opening, defaults);
        const { session_id } = await client.fork(params.sessionId, { ...run, ...(driver && { driver }) });
        return openNew(client, session_id, editor, run);
      }),
    )
    .onRequest(methods.agent.session.delete, ({ params: { sessionId } }) =>
      answering(sessionId, async () => {
        const client = await hub();
        const { status, driver: runsIn } = await client.get(sessionId, { limit: 0 });
        if (status !== 'ended' && runsIn === 'external')
          throw RequestError.invalidParams({ sessionId }, IN_TERMINAL);
        await sessions.get(sessionId)?.close({ cancels: true });
        sessions.delete(sessionId);
        if (status !== 'ended') await client.stopSession(sessionId);
        deleted.add(await client.get(sessionId, { limit: 0 }));
        return {};
      }),
    )
    .onRequest(methods.agent.session.load, ({ params, client: editor }) =>
      answering(params.sessionId, async () => {
        const client = await hub();
        const { view, session } = await look(client, params.sessionId, editor, runOf(params, defaults));
        for await (const update of replay(client, view)) await session.notifier.send([update]);
        return keep(params.sessionId, session);
      }),
    )
    .onRequest(methods.agent.session.resume, ({ params, client: editor }) =>
      answering(params.sessionId, async () => {
        const { session } = await look(await hub(), params.sessionId, editor, runOf(params, defaults));
        return keep(params.sessionId, session);
      }),
    )
    .onRequest(methods.agent.session.list, ({ params: { cwd, cursor } }) =>
      answering(undefined, async () => {
        const client = await hub();
        const page = { limit: LIST_PAGE, archived: false, ...(cwd && { cwd }), ...(cursor && { cursor }) };
        const { items, next_cursor } = await client.list(page);
        const listed = items.filter((session) => !deleted.has(session));
        return { sessions: listed.map(describeSession), ...(next_cursor && { nextCursor: next_cursor }) };
      }),
    )
    .onRequest(methods.agent.session.close, async ({ params: { sessionId } }) => {
      await opened(sessionId).close({ cancels: true });
      sessions.delete(sessionId);
      onClose?.(sessionId);
      return {};
    })
    .onRequest('session/set_model', setModelParams, ({ params: { sessionId, modelId } }) =>
      answering(sessionId, async () => {
        await opened(sessionId).choose({ model: modelId });
        return {};
      }),
    )
    .onRequest(methods.agent.session.setMode, ({ params: { sessionId, modeId } }) =>
      answering(sessionId, async () => {
        await opened(sessionId).choose({ permission_mode: modeId } as never);
        return {};
      }),
    )
    .onRequest(methods.agent.session.setConfigOption, ({ params }) =>
      answering(params.sessionId, async () => {
        const { sessionId, configId, value } = params;
        const session = opened(sessionId);
        if (configId === MODE_OPTION) await session.choose({ permission_mode: value } as never);
        else if (configId === MODEL_OPTION) await session.choose({ model: String(value) });
        else throw RequestError.invalidParams({ configId }, `There is no option "${configId}".`);
        return { configOptions: session.choices().configOptions };
      }),
    )
    .onRequest(methods.agent.session.prompt, ({ params: { sessionId, prompt }, signal }) =>
      answering(sessionId, async () => ({ stopReason: await opened(sessionId).prompt(prompt, signal) })),
    )
    .onNotification(methods.agent.session.cancel, ({ params: { sessionId } }) => {
      void sessions.get(sessionId)?.cancel();
    })
    .onConnect(({ closed }) => {
      // The editor has disconnected; its sessions continue.
      const leave = () => {
        for (const session of sessions.values()) void session.close({ cancels: false });
        sessions.clear();
      };
      void closed.then(leave, leave);
    });
}

function runOf({ mcpServers, additionalDirectories = [], _meta }: Opening, defaults: EditorChoices): Resume {
  const mcp_config = mcpConfigOf(mcpServers);
  return {
    ...defaults,
    ...readEditorChoices(_meta),
    ...(mcp_config && { mcp_config }),
    ...(additionalDirectories.length > 0 && { add_dirs: additionalDirectories }),
  };
}

function describeSession({
  session_id,
  cwd,
  title,
  last_activity_at,
  status,
  driver,
  host,
  host_state,
}: Session) {
  return {
    sessionId: session_id,
    cwd,
    title,
    updatedAt: last_activity_at,
    _meta: { reins: { status, driver, ...(host_state && { host, host_state: host_state.state }) } },
  };
}
