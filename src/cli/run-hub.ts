/** Assembles a whole hub for one home: lock, log, hub, server. Returns it running. */
import { homedir, hostname } from 'node:os';
import { claudeEnvironment } from '../claude/claude-environment.ts';
import { claudeConfigFolder } from '../claude/config-folder.ts';
import { findClaude } from '../claude/find-claude.ts';
import { listAgents } from '../claude/list-agents.ts';
import { Devices } from '../hub/access/devices.ts';
import { makeHubProof } from '../hub/access/hub-proof.ts';
import { Keyring } from '../hub/access/keyring.ts';
import { loadTokenFiles } from '../hub/access/token-files.ts';
import { Completion } from '../hub/completion/completion.ts';
import { BothAudits } from '../hub/fleet/both-audits.ts';
import { BothLive } from '../hub/fleet/both-live.ts';
import { BothLogs, isCopy } from '../hub/fleet/both-logs.ts';
import { FleetAdmin } from '../hub/fleet/fleet-admin.ts';
import { FleetService } from '../hub/fleet/fleet-service.ts';
import { readHubFile, removeHubFile, writeHubFile } from '../hub/home/hub-file.ts';
import { LogRetention } from '../hub/home/log-retention.ts';
import { explainHomeError, locateHome, prepareHome, type ReinsHome } from '../hub/home/reins-home.ts';
import { SettingsStore } from '../hub/home/settings.ts';
import { Hub } from '../hub/hub.ts';
import { hookTargetOf, writeHookScripts } from '../hub/installation/hook-scripts.ts';
import { Notifications } from '../hub/notifications.ts';
import { Rules } from '../hub/policy/rules.ts';
import { Relay } from '../hub/relay/relay.ts';
import { HubSetup } from '../hub/setup.ts';
import { PermissionRules } from '../hub/steering/permission-rules.ts';
import { PromptImages } from '../hub/transcripts/prompt-images.ts';
import { loggedSession, WholeSessions } from '../hub/transcripts/whole-sessions.ts';
import { answererOf } from '../interactions/answerer.ts';
import { type Clock, systemClock } from '../lib/clock.ts';
import type { HubLog } from '../lib/hub-log.ts';
import { keepHeapSmall } from '../lib/keep-heap-small.ts';
import { REINS_VERSION } from '../lib/version.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { Settings } from '../protocol/settings.ts';
import { answerFleet } from '../server/answer-fleet.ts';
import { createApp } from '../server/app.ts';
import { findPage } from '../server/find-page.ts';
import { listenForHooks } from '../server/hook-socket.ts';
import { reachableAt } from '../server/listen.ts';
import type { ServerDeps } from '../server/server-deps.ts';
import { AuditReader } from '../store/audit-reader.ts';
import { DeviceStore } from '../store/devices.ts';
import { acquireHomeLock, type HomeLock } from '../store/home-lock.ts';
import { NotifyStore } from '../store/notify-store.ts';
import { openLog } from '../store/open-log.ts';
import { TokenStore } from '../store/tokens.ts';
import { keepHistory } from './keep-history.ts';
import {
  allowedNames,
  type ChosenReach,
  type ClientListener,
  listenForClients,
  type Reach,
} from './listen-for-clients.ts';
import { SlackProcess } from './slack/slack-process.ts';
import { steerSessions } from './steer-sessions.ts';

export interface RunningHub {
  readonly url: string;
  /** Where other devices reach it, best address first. */
  readonly addresses: readonly string[];
  readonly home: ReinsHome;
  settings(): Settings;
  /** Stops everything in reverse order of its start; sessions continue. */
  close(): Promise<void>;
}

export interface RunOptions {
  /** Overrides the settings; allowed hosts are added to them. */
  readonly reach?: ChosenReach | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly output: HubLog;
  readonly now?: Clock;
}

export async function runHub({
  reach = {},
  env,
  output,
  now = systemClock,
}: RunOptions): Promise<RunningHub> {
  keepHeapSmall();
  const home = locateHome(env);
  prepareHome(home);
  const lock = lockHome(home);
  if (!lock) throw alreadyRunning(home);
  const endings: (() => void | Promise<void>)[] = [() => lock.release()];
  const end = async () => {
    for (const ending of endings.splice(0).reverse()) await ending();
  };
  try {
    const settings = new SettingsStore(home.settingsFile);
    const opened = openLog({ folder: home.folder, host: hostname(), now, onNotice: output.warn });
    endings.push(() => opened.close());
    for (const notice of opened.notices) output.warn(notice);

    const { log, reader, feed, database } = opened;
    const devices = new Devices(new DeviceStore(database), now);
    const files = loadTokenFiles(home);
    const tokens = new Keyring(files, new TokenStore(database), devices, now);
    const configFolder = claudeConfigFolder(env);
    const claude = findClaude(env);
    const chosen = reachOf(settings.get(), reach);
    const allowedHosts = () => allowedNames(reachOf(settings.get(), reach));
    let listening: ClientListener | undefined;
    const publicUrl = () => reachOf(settings.get(), reach).public_url;
    const addresses = () => listening?.addresses(publicUrl()) ?? [];
    const rules = new Rules({
      home,
      host: hostname(),
      userHome: env['HOME'] || homedir(),
      configFolder,
      log,
      reader,
      output,
      now,
      url: `http://${reachableAt(chosen.host)}:${chosen.port}`,
      allowedHosts: () => [...allowedHosts(), ...(listening?.ports ?? []).map((port) => `127.0.0.1:${port}`)],
    });
    endings.push(() => rules.close());
    const hub = new Hub({
      configFolder,
      log,
      reader,
      feed,
      output,
      now,
      rules,
      lastWrittenAt: opened.lastWrittenAt,
      holdSeconds: () => settings.get().hold_seconds,
      ...(claude && { listAgents: () => listAgents(claude.path, configFolder, now) }),
    });
    endings.push(() => hub.close());
    const relay = new Relay({ log, reader, bell: home.bellFile, output, now });
    endings.push(() => relay.close());
    const steering = steerSessions({ home, env, opened, hub, relay, settings, output, now });
    endings.push(() => steering.close());

    const fleet = new FleetService({
      ...{ home: home.folder, log, reader, database, presence: hub.presence, live: hub.live, output, now },
      settings: () => settings.get(),
    });
    endings.push(() => fleet.close());
    const logs = new BothLogs({ epoch: log.epoch, host: log.host, reader, feed, fleet });
    const notifications = new Notifications({
      log,
      reader,
      fleet,
      store: new NotifyStore(database),
      devices,
      presence: hub.presence,
      settings: () => settings.get(),
      keyFile: home.pushKeyFile,
      env: claudeEnvironment(env),
      host: hostname(),
      pageUrl: () => addresses()[0] ?? listening?.url,
      output,
      now,
    });
    endings.push(() => notifications.close());

    steering.onRunChange((sessionId) => hub.interactions.onRunChange(sessionId));
    const { history, kept } = keepHistory({ home, configFolder, log, reader, output, settings, now });
    endings.push(() => history.close());
    const retention = new LogRetention({
      home,
      database,
      log,
      output,
      now,
      logDays: () => settings.get().log_days,
      forget: (sessionId) => hub.forgetSession(sessionId),
      list: (transcripts) => hub.listTranscripts(transcripts),
    });
    endings.push(() => retention.close());

    const openKept = (sessionId: string) =>
      kept
        .openSession(sessionId)
        .catch((error) => output.warn(`Cannot read the history of ${sessionId}`, error));
    const openSession = async (sessionId: string) => {
      await hub.openSession(sessionId);
      await openKept(sessionId);
    };
    const isOpened = (sessionId: string) => hub.isOpened(sessionId);
    const wholes = new WholeSessions({ configFolder, reader, rows: history, openSession, isOpened, now });
    const deps: ServerDeps = {
      epoch: log.epoch,
      reader: logs,
      feed: logs,
      live: new BothLive({ own: hub.live, fleet }),
      tokens,
      devices,
      notifications,
      settings,
      setup: new HubSetup({
        ...{ home, env, settings, steering, addresses, publicUrl },
        hostName: () => fleet.membership?.name ?? hostname(),
      }),
      steering,
      completion: new Completion({
        reader,
        host: hostname(),
        commands: (sessionId) => steering.commands(sessionId),
        models: (sessionId) => steering.models(sessionId),
      }),
      permissionRules: new PermissionRules({
        reader,
        configFolder,
        host: hostname(),
        list: (sessionId) => steering.permissionRules(sessionId),
      }),
      promptImages: new PromptImages({ reader, configFolder }),
      answers: {
        answer: (id, body, identity) => hub.interactions.answers.answer(id, body, answererOf(identity)),
      },
      history,
      retention,
      audit: new BothAudits({ own: new AuditReader(database), host: log.host, fleet }),
      presence: hub.presence,
      allowedHosts,
      prove: (challenge, port) => makeHubProof(files.operator, challenge, port),
      addresses,
      policy: rules.requests,
      fleet,
      fleetAdmin: new FleetAdmin({ home: home.folder, now }),
      openSession: async (key) => (isCopy(key) ? undefined : openSession(key)),
      wholeSession: async (key, signal) =>
        isCopy(key) ? fleet.copies && loggedSession(fleet.copies.reader, key) : wholes.open(key, signal),
      showSession: async (sessionId) => {
        if (isCopy(sessionId)) return fleet.showCopy(sessionId);
        await hub.showSession(sessionId);
        await openKept(sessionId);
        steering.reportEarlierTurns(sessionId);
      },
      completeFrom: (sessionId) => hub.completeFrom(sessionId),
      receiveHook: (raw, origin) => hub.receiveHook(raw, origin),
      pageFolder: findPage(),
    };
    const app = createApp(deps);
    writeHookScripts(hookTargetOf(home));
    const hooks = await listenForHooks(
      home.socketFile,
      (raw, origin) => hub.receiveHook(raw, origin),
      (raw, gone) => relay.collect(raw, gone),
    );
    endings.push(() => hooks.close());
    await steering.adoptEarlier();
    hub.interactions.start({
      findResponder: (sessionId) => steering.responder(sessionId),
      findDialogs: (sessionId) => steering.dialogs(sessionId),
    });
    listening = await listenForClients(app, chosen, output);
    const { url, close } = listening;
    endings.push(close);
    rules.start({
      url,
      answers: hub.interactions.answers,
      stop: (sessionId) => steering.stop(sessionId),
    });
    writeHubFile(home, {
      url,
      pid: process.pid,
      version: REINS_VERSION,
      started_at: new Date(now()).toISOString(),
    });
    endings.push(() => removeHubFile(home));
    await fleet.start(answerFleet(app, deps));
    const slack = new SlackProcess({ settings, env, output });
    endings.push(() => slack.close());
    // Both need the disk, and people look at the list first.
    void hub.listed.then(() => history.start());
    return { url, addresses: addresses(), home, settings: () => settings.get(), close: end };
  } catch (error) {
    await end();
    throw explainHomeError(error, home);
  }
}

function lockHome(home: ReinsHome): HomeLock | undefined {
  try {
    return acquireHomeLock(home.lockFile);
  } catch (error) {
    throw explainHomeError(error, home);
  }
}

function reachOf(settings: Reach, chosen: ChosenReach): Reach {
  const named = Object.entries(chosen).filter(([, value]) => value !== undefined);
  const allowed_hosts = [...settings.allowed_hosts, ...(chosen.allowed_hosts ?? [])];
  return { ...settings, ...Object.fromEntries(named), allowed_hosts };
}

/** We hold no lock, so its holder is alive: `hub.json` is theirs, or about to be written. */
function alreadyRunning(home: ReinsHome): ReinsError {
  const other = readHubFile(home);
  const where = other ? ` at ${other.url} (pid ${other.pid}, since ${other.started_at})` : '';
  return new ReinsError(
    'hub_already_running',
    `A hub is already running for ${home.folder}${where}. Use that one, stop it first, or set REINS_HOME to another folder.`,
    { ...other },
  );
}
