/** A hub without HTTP on a stage's Claude folder, for tests of what it observes. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { groupTurns } from '../../src/core/group-turns.ts';
import { presentDetails } from '../../src/core/present-session.ts';
import { Hub, type HubOptions } from '../../src/hub/hub.ts';
import type { ReinsEvent } from '../../src/protocol/events.ts';
import type { SessionDetails, Turn } from '../../src/protocol/session.ts';
import type { EventLog } from '../../src/store/event-log.ts';
import { openLog } from '../../src/store/open-log.ts';
import { waitUntil } from '../../stage/patience.ts';
import type { Stage } from '../../stage/stage.ts';

export type TestView = SessionDetails & { readonly turns: Turn[] };

export interface TestHub extends Disposable {
  readonly hub: Hub;
  /** Additional sources of facts. */
  readonly log: EventLog;
  view(sessionId: string): TestView | undefined;
  sessions(): TestView[];
  /** The conversation of a subagent. */
  turnsOf(sessionId: string, agentId: string | undefined): Turn[];
  /** The hooks of a session as they were received. */
  rawHooks(sessionId: string): string[];
  events(sessionId?: string): ReinsEvent[];
  readonly warnings: readonly string[];
  /** Stops the database from growing, as on a full disk, or lets it grow again. */
  limitDisk(to: 'full' | 'free'): void;
  /** Waits until the session's view matches, and returns it. */
  waitForView(what: string, fits: (view: TestView) => boolean): Promise<TestView>;
}

export function startTestHub(
  stage: Pick<Stage, 'folder' | 'configDir'>,
  options: Pick<HubOptions, 'listAgents'> = {},
): TestHub {
  const folder = join(stage.folder, 'reins-home');
  mkdirSync(folder, { recursive: true });
  const opened = openLog({ folder, host: 'test-host' });
  const { log, reader, feed } = opened;
  const warnings: string[] = [];
  const hub = new Hub({
    ...options,
    configFolder: stage.configDir,
    log,
    reader,
    feed,
    lastWrittenAt: opened.lastWrittenAt,
    output: { info: () => {}, warn: (message, error) => warnings.push(`${message} ${error ?? ''}`) },
  });

  const view = (sessionId: string): TestView | undefined => {
    const state = reader.session(sessionId);
    if (!state) return undefined;
    const { items } = reader.items({ sessionId, limit: 10_000, maxBytes: 1e9 });
    return { ...presentDetails(state), turns: groupTurns(items) };
  };
  const sessions = () =>
    reader.sessions({ limit: 1000 }).states.map(({ session_id }) => view(session_id) as TestView);

  return {
    hub,
    log,
    warnings,
    view,
    sessions,
    turnsOf: (sessionId, agentId = '') =>
      groupTurns(reader.items({ sessionId, agentId, limit: 1000, maxBytes: 1e9 }).items),
    rawHooks: (sessionId) =>
      reader.events({ after: 0, limit: 1_000_000, sessionId }).flatMap(({ raw }) => raw ?? []),
    events: (sessionId) =>
      reader
        .events({ after: 0, limit: 1_000_000, ...(sessionId && { sessionId }) })
        .map(({ json }) => JSON.parse(json)),
    limitDisk(to) {
      const { page_count } = opened.database.prepare('PRAGMA page_count').get() as { page_count: number };
      opened.database.exec(`PRAGMA max_page_count = ${to === 'full' ? page_count : 1_000_000_000}`);
    },
    waitForView: (what, fits) =>
      waitUntil(what, () => sessions().find(fits), {
        explain: () => JSON.stringify({ warnings, sessions: sessions() }, null, 1),
      }),
    [Symbol.dispose]() {
      hub.close();
      opened.close();
    },
  };
}
