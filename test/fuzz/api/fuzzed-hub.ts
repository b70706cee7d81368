/** A whole hub in this process, with its own home and some sessions and requests. No Claude Code, no tmux. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHub } from '../../../src/cli/run-hub.ts';
import type { Interaction } from '../../../src/protocol/interactions.ts';
import { recordedLines } from '../readers/recorded-lines.ts';
import type { Known } from './schema-values.ts';

export interface FuzzedHub extends AsyncDisposable {
  readonly url: string;
  readonly socketFile: string;
  readonly tokens: { readonly operator: string; readonly ingest: string };
  readonly known: Known;
  /** The hub's own error output. */
  takeFailures(): string[];
}

const UNKNOWN = '99999999-9999-4999-8999-999999999999';
/** More would only slow the calls down. */
const HOOKS = 60;

export async function startFuzzedHub(): Promise<FuzzedHub> {
  const folder = mkdtempSync(join(tmpdir(), 'reins-fuzz-hub-'));
  const place = (name: string) => join(folder, name);
  for (const name of ['home', 'claude', 'project', 'bin']) mkdirSync(place(name), { mode: 0o700 });
  writeFileSync(join(place('bin'), 'claude'), '#!/bin/sh\nexit 1\n', { mode: 0o700 });
  const failures: string[] = [];
  const note = (...words: unknown[]) => void failures.push(words.map(textOf).join(' '));
  const printed = console.error;
  console.error = note;
  const env = {
    HOME: folder,
    REINS_HOME: place('home'),
    CLAUDE_CONFIG_DIR: place('claude'),
    PATH: place('bin'),
  };
  const hub = await runHub({ reach: { port: 0 }, env, output: { info: () => {}, warn: () => {} } });
  const read = (name: string) => readFileSync(join(place('home'), name), 'utf8').trim();
  const tokens = { operator: read('token'), ingest: read('ingest-token') };
  const ids = await fill(hub.url, tokens);
  return {
    url: hub.url,
    socketFile: hub.home.socketFile,
    tokens,
    known: { ids: [...ids, UNKNOWN], folders: [place('project'), folder, '/nowhere'] },
    takeFailures: () => failures.splice(0),
    async [Symbol.asyncDispose]() {
      await hub.close();
      console.error = printed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Posts recorded hooks. Returns the resulting ids. */
async function fill(url: string, { operator, ingest }: FuzzedHub['tokens']): Promise<string[]> {
  for (const { payload } of recordedLines('hooks').slice(0, HOOKS)) {
    const headers = {
      authorization: `Bearer ${ingest}`,
      'content-type': 'application/json',
      'x-reins-view': 'hooks',
    };
    await fetch(`${url}/api/hooks`, { method: 'POST', headers, body: JSON.stringify(payload) });
  }
  const get = async (path: string) =>
    (await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${operator}` } })).json();
  const { items: sessions } = (await get('/sessions')) as { items: { session_id: string }[] };
  const { items: asks } = (await get('/interactions')) as { items: Interaction[] };
  return [...sessions.map(({ session_id }) => session_id), ...asks.map(({ id }) => id)];
}

function textOf(word: unknown): string {
  return word instanceof Error ? (word.stack ?? word.message) : String(word);
}
