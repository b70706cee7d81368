/** For tests of the log: each gets its own log in a temporary folder, and shortcuts for facts. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import type { Draft } from '../core/draft.ts';
import { type OpenedLog, openLog } from './open-log.ts';

export const SESSION = '11111111-1111-4111-8111-111111111111';
export const OTHER = '22222222-2222-4222-8222-222222222222';
export const NOON = Date.parse('2026-01-02T12:00:00.000Z');

export interface TestStore extends OpenedLog {
  readonly folder: string;
  /** Appends to the main session. */
  add(...drafts: Draft[]): ReturnType<OpenedLog['log']['append']>;
  /** Closes and opens again. */
  reopen(): TestStore;
}

/** A log in a folder that the caller removes. */
export function openStore(folder: string): TestStore {
  const opened = openLog({ folder, host: 'desk', now: () => NOON });
  return {
    ...opened,
    folder,
    add: (...drafts) => opened.log.append([{ sessionId: SESSION, drafts }]),
    reopen() {
      opened.close();
      return openStore(folder);
    },
  };
}

export const storeTest = test.extend<{ store: TestStore }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the destructuring to learn what a fixture needs
  store: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'reins-store-'));
    const store = openStore(folder);
    await use(store);
    if (store.database.isOpen) store.close();
    rmSync(folder, { recursive: true });
  },
});

/** A text of Claude; from the transcript by default. */
export function text(words: string, about: Partial<Draft<'assistant_text'>> = {}): Draft {
  return {
    type: 'assistant_text',
    source: 'transcript',
    at: NOON,
    key: `text:${words}`,
    message_id: words,
    block: 0,
    text: words,
    ...about,
  };
}

/** The start of a tool call; from a hook by default. */
export function toolStart(id: string, about: Partial<Draft<'tool_started'>> = {}): Draft {
  const item = `tool:${id}`;
  return {
    type: 'tool_started',
    source: 'hook',
    at: NOON,
    key: item,
    item,
    tool_use_id: id,
    name: 'Bash',
    input: { command: 'ls' },
    ...about,
  };
}

export function opened(id: string, about: Partial<Draft<'interaction_opened'>> = {}): Draft {
  return {
    type: 'interaction_opened',
    source: 'hook',
    at: NOON,
    interaction_id: id,
    kind: 'permission',
    input: {},
    suggestions: [],
    routes: ['hook'],
    ...about,
  };
}
