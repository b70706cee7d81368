/** The Slack app of a hub: threads of sessions, answers, prompts and commands, until the signal fires. */
import { type Logger, LogLevel } from '@slack/web-api';
import { maskSecrets } from '../core/masking/mask-secrets.ts';
import type { HubLog } from '../lib/hub-log.ts';
import { textOf } from '../lib/json-values.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { HubAddress } from '../sdk/hub-request.ts';
import { createSlackApi } from './api/slack-api.ts';
import { keepSocketOpen } from './api/socket-connection.ts';
import { HomeTab } from './home-tab.ts';
import { SlackHub } from './hub.ts';
import { Deliveries } from './inbound/deliveries.ts';
import { Jobs } from './inbound/jobs.ts';
import { Replies } from './inbound/replies.ts';
import { sendPrompt } from './inbound/send-prompt.ts';
import { runSlashCommand } from './inbound/slash-commands.ts';
import { Journal } from './journal.ts';
import { People } from './people.ts';
import { SessionThreads } from './threads/session-threads.ts';

export interface SlackTokens {
  /** For Socket Mode: `xapp-…` */
  readonly app: string;
  /** For the Web API: `xoxb-…` */
  readonly bot: string;
}

export interface SlackAppOptions {
  readonly address: HubAddress;
  readonly tokens: SlackTokens;
  /** Where the state is kept. */
  readonly journalFile: string;
  /** An address to use instead of Slack's, for tests. */
  readonly apiUrl?: string | undefined;
  readonly output: HubLog;
  readonly signal: AbortSignal;
}

const PACE_MS = 2000;
const SLACK_FILES = 'https://files.slack.com';

/** Resolves when the signal fires. Throws if Slack or the hub refuses. */
export async function runSlackApp(options: SlackAppOptions): Promise<void> {
  const { address, tokens, journalFile, apiUrl: url, output } = options;
  const stop = new AbortController();
  const { signal } = stop;
  options.signal.addEventListener('abort', () => stop.abort(), { once: true });
  const warn = (message: string) => output.warn(maskSecrets(message));
  const logger = quietLogger(warn);
  const hub = new SlackHub(address);
  const settings = () => hub.client.settings.get();
  if ((await settings()).slack === null) {
    throw new ReinsError(
      'settings_invalid',
      'The setting "slack" is not set: no channel and no user is known. "reins slack setup" shows how to set it.',
    );
  }
  const journal = new Journal(journalFile);
  const api = createSlackApi({ token: tokens.bot, url, logger, signal });
  const who = await api.call('auth.test');
  const teams = new Set([textOf(who['team_id']), textOf(who['enterprise_id'])].filter(Boolean));
  const people = new People({ api, teams, settings: async () => (await settings()).slack });
  const home = new HomeTab({ api, hub, journal, people, warn });
  const replies = new Replies({ api, showOnHome: (user, note) => home.note(user, note) });
  const threads = new SessionThreads({
    hub,
    api,
    journal,
    settings,
    warn,
    signal,
    paceMs: url ? 0 : PACE_MS,
    onRequests: () => home.refresh(),
  });
  const files = { token: tokens.bot, origin: url ? new URL(url).origin : SLACK_FILES };
  const jobs = new Jobs({
    journal,
    hub,
    signal,
    warn,
    recheck: (person) => people.find(person.id, undefined),
    reply: (place, text) => replies.send(place, text),
    prompt: async (job, id) => {
      await sendPrompt(job, id, { client: hub.actingFor(job.person), journal, files });
      threads.refresh(job.session);
    },
    command: async ({ person, command, channel }, id) => {
      const { slack } = await settings();
      return runSlashCommand(command, {
        client: hub.actingFor(person),
        settings: slack ?? { threads: [], roles: {} },
        channel,
        id,
        onStarted: (sessionId, where) => threads.open(sessionId, where),
      });
    },
  });
  const deliveries = new Deliveries({ api, hub, journal, people, jobs, replies, home });
  jobs.resume();
  home.refresh();
  try {
    await Promise.all([
      threads.follow(),
      keepSocketOpen({
        appToken: tokens.app,
        url,
        logger,
        signal,
        onDelivery: (delivery) => deliveries.take(delivery),
        onConnection: ({ isOpen, error }) =>
          isOpen
            ? output.info(`Connected to Slack as ${textOf(who['user'])} in ${textOf(who['team'])}.`)
            : warn(`The connection to Slack failed: ${(error as Error | undefined)?.message ?? 'it ended'}`),
      }),
    ]);
  } finally {
    stop.abort();
  }
}

/** Slack's libraries log whole messages at lower levels. */
function quietLogger(warn: (message: string) => void): Logger {
  const log = (...parts: unknown[]) => warn(`Slack: ${parts.map(String).join(' ')}`);
  const silent = () => {};
  return {
    debug: silent,
    info: silent,
    warn: silent,
    error: log,
    setLevel: silent,
    getLevel: () => LogLevel.ERROR,
    setName: silent,
  };
}
