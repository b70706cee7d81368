/**
 * The fleet that this hub is in, if any: opened with the hub, opened again when the membership changes, closed with the
 * hub. Code that speaks NATS is loaded only when there is a membership.
 */
import { existsSync, rmSync } from 'node:fs';
import type { Fleet, FleetOptions } from '../../fleet/fleet.ts';
import { type FleetFiles, fleetFilesIn } from '../../fleet/fleet-files.ts';
import type { KnownHost } from '../../fleet/hosts.ts';
import type { LiveSource } from '../../fleet/live-source.ts';
import { type Membership, readMembership } from '../../fleet/membership.ts';
import type { SharedPresence } from '../../fleet/presence-exchange.ts';
import type { RemoteTerminal, TerminalListener } from '../../fleet/remote-terminal.ts';
import { isSharedFolder, type Share } from '../../fleet/shared-log.ts';
import type { Clock } from '../../lib/clock.ts';
import type { HubLog } from '../../lib/hub-log.ts';
import { OneAtATime } from '../../lib/one-at-a-time.ts';
import type { Identity } from '../../protocol/access.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Host, HostList, SessionHost } from '../../protocol/fleet.ts';
import type { TextDelta } from '../../protocol/live.ts';
import type { Message } from '../../protocol/messages.ts';
import type { Settings } from '../../protocol/settings.ts';
import { CopyStore } from '../../store/copies.ts';
import { readMeta, removeMeta, writeMeta } from '../../store/database.ts';
import { type CommitListener, type EventLog, splitKey } from '../../store/event-log.ts';
import type { LogReader } from '../../store/log-reader.ts';
import type { Database } from '../../store/sqlite.ts';
import { LiveText } from '../intake/live-text.ts';
import { listHosts } from './list-hosts.ts';
import { WaitingPrompts } from './waiting-prompts.ts';

export interface FleetServiceOptions {
  /** `$REINS_HOME`. */
  readonly home: string;
  readonly log: EventLog;
  readonly reader: LogReader;
  readonly database: Database;
  readonly settings: () => Settings;
  readonly presence: SharedPresence;
  readonly live: LiveSource;
  readonly output: HubLog;
  readonly now: Clock;
}

interface Opened {
  readonly membership: Membership;
  readonly copies: CopyStore;
  /** Text of other hosts' sessions while it is being written. */
  readonly live: LiveText;
  /** The hosts that were known before this hub started. */
  readonly remembered: readonly KnownHost[];
  /** Undefined until the hub is ready to answer other hosts. */
  fleet?: Fleet;
}

/** Handles calls from other hosts. */
export type FleetAnswers = Pick<FleetOptions, 'answerHttp' | 'openTerminal'>;

const PUBLISHED = 'fleet published';
/** The hosts known from the last connection. */
const HEARD = 'fleet heard';
/** How often hosts are checked for missing heartbeats. */
const CHECK_MS = 2000;
/** How long a copy may take to follow its owner while both are online. */
const COPY_MS = 3000;
/** For calls that no person makes. */
const READER: Identity = { id: 'hub', name: 'hub', role: 'viewer' };

export class FleetService {
  readonly #options: FleetServiceOptions;
  readonly #files: FleetFiles;
  readonly #startedAt: string;
  readonly #reopening = new OneAtATime(() => this.#reopen());
  readonly #listeners = new Set<() => void>();
  readonly #restartListeners = new Set<() => void>();
  readonly #copyListeners = new Set<CommitListener>();
  #answers: FleetAnswers | undefined;
  #opened: Opened | undefined;
  #timer: NodeJS.Timeout | undefined;
  #shown = '';

  constructor(options: FleetServiceOptions) {
    this.#options = options;
    this.#files = fleetFilesIn(options.home);
    this.#startedAt = new Date(options.now()).toISOString();
    const membership = this.#readMembership();
    if (membership) this.#openCopies(membership);
  }

  /** From now on, this handles calls from other hosts. Resolves before NATS is reached. */
  async start(answers: FleetAnswers): Promise<void> {
    this.#answers = answers;
    await this.refresh();
  }

  /** Joins or leaves according to the files of the home. Call it after they have changed. */
  async refresh(): Promise<void> {
    if (this.#answers) await this.#reopening.run();
  }

  async close(): Promise<void> {
    this.#answers = undefined;
    if (this.#reopening.isBusy) await this.#reopening.run().catch(() => {});
    await this.#close();
  }

  get membership(): Membership | undefined {
    return this.#opened?.membership;
  }

  /** Copies of the logs of other hosts. */
  get copies(): CopyStore | undefined {
    return this.#opened?.copies;
  }

  /** Without a fleet: this host alone. */
  list(): HostList {
    const { reader, settings } = this.#options;
    const { membership, copies, fleet } = this.#opened ?? {};
    const items = listHosts({
      self: {
        host_id: membership?.host_id ?? '',
        name: membership?.name ?? this.#options.log.host,
        hostname: this.#options.log.host,
        started_at: this.#startedAt,
        now: new Date(this.#options.now()).toISOString(),
        max_role: settings().fleet.max_role,
        reader,
      },
      known: this.#known(),
      copies,
    });
    if (!membership || !fleet) return { items };
    const { fleet: name, founder, host_id } = membership;
    return { fleet: { name, is_founder: founder === host_id, is_connected: fleet.isConnected }, items };
  }

  /** Another host, by its name or id. Throws `not_found`. */
  require(nameOrId: string): Host {
    const hosts = this.list().items.filter(({ host_id, name }) => host_id === nameOrId || name === nameOrId);
    const [host] = hosts;
    if (hosts.length > 1) {
      const ids = hosts.map(({ host_id }) => host_id);
      const message = `Several hosts in the fleet are called ${nameOrId}. Use the id of one: ${ids.join(', ')}.`;
      throw new ReinsError('invalid_request', message, { hosts: ids });
    }
    if (host) return host;
    throw new ReinsError(
      'not_found',
      `There is no host ${nameOrId} in the fleet. "reins fleet ls" lists them.`,
      {
        host: nameOrId,
      },
    );
  }

  /** `host_state` of a session on another host; nothing for one of this host. */
  stateOf(key: string): { readonly host_state?: SessionHost } {
    const { owner } = splitKey(key);
    if (owner === undefined) return {};
    const known = this.#known().find(({ host_id }) => host_id === owner);
    if (!known) return { host_state: { state: 'offline', last_seen_at: this.#startedAt } };
    return { host_state: { state: known.state, last_seen_at: known.heard_at } };
  }

  /** Sends an API call to another host. Throws `host_offline`. */
  async forward(hostId: string, request: Request, by: Identity): Promise<Response> {
    const { fleet } = this.#opened ?? {};
    if (!fleet) throw new ReinsError('not_found', 'This hub is not in a fleet.', { host: hostId });
    try {
      return await fleet.forward(hostId, request, by);
    } catch (error) {
      if (!(error instanceof ReinsError) || error.code !== 'host_offline') throw error;
      throw this.#offline(hostId);
    }
  }

  /** Waits until the copy of a session holds the event of this number. False if that takes too long. */
  async untilCopied(key: string, seq: number): Promise<boolean> {
    const { copies } = this.#opened ?? {};
    const isHere = () => (copies?.reader.session(key)?.seq ?? 0) >= seq;
    if (!copies || isHere()) return isHere();
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        unsubscribe();
        resolve(isHere());
      };
      const timer = setTimeout(finish, COPY_MS);
      const unsubscribe = copies.log.onCommit(() => {
        if (isHere()) finish();
      });
    });
  }

  /** Has the owner read the session's transcript, and waits for its copy; does nothing while the owner is offline. */
  async showCopy(key: string): Promise<void> {
    const { owner, sessionId } = splitKey(key);
    if (owner === undefined) return;
    const signal = AbortSignal.timeout(COPY_MS);
    const request = new Request(`http://localhost/api/sessions/${sessionId}?limit=0`, { signal });
    try {
      const response = await this.forward(owner, request, READER);
      const { seq } = (await response.json()) as { seq?: number };
      if (seq !== undefined) await this.untilCopied(key, seq);
    } catch {
      // Use the copy as it is.
    }
  }

  /** Called when hosts come, go or change. Returns an unsubscribe function. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Called after events of other hosts were stored. Returns an unsubscribe function. */
  onCommit(listener: CommitListener): () => void {
    this.#copyListeners.add(listener);
    return () => this.#copyListeners.delete(listener);
  }

  /** Whether other hosts may see this session of this host. */
  isShared(sessionId: string): boolean {
    const { reader, settings } = this.#options;
    return isSharedFolder(reader.sessionName(sessionId)?.cwd ?? '', sharedOf(settings()));
  }

  /** Whether other hosts may see sessions in this folder. */
  isSharedFolder(cwd: string): boolean {
    return isSharedFolder(cwd, sharedOf(this.#options.settings()));
  }

  /** Text of other hosts' sessions while it is being written. */
  get live(): LiveText | undefined {
    return this.#opened?.live;
  }

  /** Prompts that wait until their host is back. Throws without a fleet. */
  get waitingPrompts(): WaitingPrompts {
    const { copies, fleet } = this.#opened ?? {};
    if (!copies || !fleet) throw new ReinsError('host_offline', 'Cannot reach the fleet.');
    const { now } = this.#options;
    return new WaitingPrompts({ copies, post: fleet, now, onChange: () => this.#tellChanges() });
  }

  /** Prompts that wait here for the host of this session. */
  promptsFor(key: string): Message[] {
    return splitKey(key).owner === undefined || !this.#opened?.fleet ? [] : this.waitingPrompts.list(key);
  }

  /** Opens the terminal of a session on another host. Throws `host_offline`. */
  openTerminal(key: string, by: () => Identity, listener: TerminalListener): RemoteTerminal {
    const { owner = '', sessionId } = splitKey(key);
    const { fleet } = this.#opened ?? {};
    if (!fleet) throw this.#offline(owner);
    return fleet.openTerminal(owner, sessionId, by, listener);
  }

  /** Passes on what the owner of the session writes, until the signal fires. */
  async followLive(key: string, take: (delta: TextDelta) => void, signal: AbortSignal): Promise<void> {
    const { owner, sessionId } = splitKey(key);
    if (owner !== undefined) await this.#opened?.fleet?.followLive(owner, sessionId, take, signal);
  }

  /** Called when positions in the copies lose their meaning. Returns an unsubscribe function. */
  onRestart(listener: () => void): () => void {
    this.#restartListeners.add(listener);
    return () => this.#restartListeners.delete(listener);
  }

  /** The hosts that send heartbeats. Until NATS is reached: those of last time, as offline. */
  #known(): readonly KnownHost[] {
    const heard = this.#opened?.fleet?.hosts() ?? [];
    if (heard.length > 0 || !this.#opened) return heard;
    const { membership, remembered } = this.#opened;
    return remembered.filter(({ host_id }) => host_id !== membership.host_id);
  }

  #offline(hostId: string): ReinsError {
    const known = this.#known().find(({ host_id }) => host_id === hostId);
    const { name = hostId, heard_at, state } = known ?? {};
    const since = heard_at === undefined ? '' : ` It was last seen at ${heard_at}.`;
    const message = state === 'online' ? `Host ${name} does not respond.` : `Host ${name} is offline.`;
    return new ReinsError('host_offline', message + since, {
      ...{ host: name, host_id: hostId },
      ...(heard_at !== undefined && { last_seen_at: heard_at }),
    });
  }

  async #reopen(): Promise<void> {
    const membership = this.#readMembership();
    const isSame = JSON.stringify(membership) === JSON.stringify(this.#opened?.membership);
    if (isSame && (!membership || this.#opened?.fleet)) return;
    if (!isSame) await this.#close();
    if (membership) await this.#open(membership);
    else this.#removeCopies();
    this.#tellChanges();
  }

  #readMembership(): Membership | undefined {
    try {
      return readMembership(this.#files.memberFile);
    } catch (error) {
      this.#options.output.warn('Failed to read the fleet membership; this host stays disconnected', error);
      return undefined;
    }
  }

  /** Before NATS is reached, and without it, people see what was copied before. */
  #openCopies(membership: Membership): Opened {
    const copies = new CopyStore(this.#files.copiesFile);
    const live = new LiveText(copies.log, copies.reader);
    const heard: KnownHost[] = JSON.parse(readMeta(this.#options.database, HEARD) ?? '[]');
    const remembered = heard.map((host) => ({ ...host, state: 'offline' as const }));
    this.#opened = { membership, copies, live, remembered };
    copies.onRemove(() => this.#tellRestart());
    copies.log.onCommit((events) => {
      if (this.#opened?.fleet) this.waitingPrompts.onCommit(events);
      for (const listener of this.#copyListeners) listener(events);
    });
    this.#tellRestart();
    return this.#opened;
  }

  async #open(membership: Membership): Promise<void> {
    const { log, reader, database, settings, presence, live, output, now } = this.#options;
    const answers = this.#answers;
    const { openFleet } = await import('../../fleet/open-fleet.ts');
    if (!answers) return;
    const opened = this.#opened ?? this.#openCopies(membership);
    const { copies } = opened;
    opened.fleet = openFleet({
      ...{ files: this.#files, membership, copies, log, reader, live, output },
      ...answers,
      presence: {
        isAnyoneHere: () => presence.isAnyoneHere(),
        onHereChange: (listener) => presence.onHereChange(listener),
        // Nobody on another host can answer here then.
        setElsewhere: (host, isThere) =>
          presence.setElsewhere(host, isThere && settings().fleet.max_role !== 'viewer'),
      },
      isShared: (sessionId) => this.isShared(sessionId),
      onPromptRefused: (owner, messageId, refusal) => this.waitingPrompts.refuse(owner, messageId, refusal),
      share: () => sharedOf(settings()),
      maxRole: () => settings().fleet.max_role,
      countSessions: () => reader.liveSessions().length,
      place: {
        read: () => JSON.parse(readMeta(database, PUBLISHED) ?? 'null') ?? undefined,
        write: (place) => writeMeta(database, PUBLISHED, JSON.stringify(place)),
      },
      now: () => new Date(now()).toISOString(),
    });
    this.#timer = setInterval(() => this.#tellChanges(), CHECK_MS).unref();
  }

  async #close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    clearInterval(this.#timer);
    if (!opened) return;
    this.#tellRestart();
    await opened.fleet?.close();
    opened.live.close();
    opened.copies.close();
  }

  #tellRestart(): void {
    for (const listener of [...this.#restartListeners]) listener();
  }

  /** After leaving: what other hosts shared does not stay here. */
  #removeCopies(): void {
    removeMeta(this.#options.database, HEARD);
    const { copiesFile } = this.#files;
    for (const suffix of ['', '-wal', '-shm']) {
      if (existsSync(copiesFile + suffix)) rmSync(copiesFile + suffix, { force: true });
    }
  }

  #tellChanges(): void {
    const { fleet, items } = this.list();
    const shown = JSON.stringify([
      fleet,
      items.map(({ host_id, name, state, version, max_role }) => [host_id, name, state, version, max_role]),
      this.#opened?.copies.prompts().map(({ message }) => [message.message_id, message.state]),
    ]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const heard = this.#opened?.fleet?.hosts() ?? [];
    if (heard.length > 0) writeMeta(this.#options.database, HEARD, JSON.stringify(heard));
    for (const listener of this.#listeners) listener();
  }
}

function sharedOf({ fleet: { share } }: Settings): Share {
  return typeof share === 'string' ? share : share.folders;
}
