/** Keeps the editor up to date on facts outside of the conversation: title, mode, model, tasks. */
import type { PlanEntry, SessionUpdate } from '@agentclientprotocol/sdk';
import { OneAtATime } from '../lib/one-at-a-time.ts';
import type { SessionAnswer } from '../protocol/api.ts';
import type { Model } from '../protocol/completion.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { SessionDetails, Task } from '../protocol/session.ts';
import type { SessionPatch } from '../protocol/steering.ts';
import { pause } from '../sdk/backoff.ts';
import { type Chosen, configOptionsOf, modeOf } from './session-choices.ts';
import { isTaskNote } from './tools/tool-call.ts';

/** Many events arrive together: one check covers all of them. */
const GATHER_MS = 200;

export class FactUpdates {
  readonly #models: readonly Model[];
  readonly #look: () => Promise<SessionAnswer>;
  readonly #send: (updates: SessionUpdate[]) => Promise<void>;
  readonly #signal: AbortSignal;
  readonly #looking = new OneAtATime(() => this.refresh());
  readonly #notes = new Set<string>();
  #isGathering = false;
  #reported: Facts | undefined;
  /** A person's choices for an ended session: it is resumed with them. */
  #chosen: SessionPatch = {};
  #pickedModel: string | undefined;

  constructor(
    models: readonly Model[],
    look: () => Promise<SessionAnswer>,
    send: (updates: SessionUpdate[]) => Promise<void>,
    signal: AbortSignal,
  ) {
    this.#models = models;
    this.#look = look;
    this.#send = send;
    this.#signal = signal;
  }

  get chosen(): SessionPatch {
    return this.#chosen;
  }

  choose(patch: SessionPatch): void {
    this.#chosen = { ...this.#chosen, ...patch };
  }

  /** A person chose this model, whatever Claude Code calls it. */
  pickModel(model: string): void {
    this.#pickedModel = model;
  }

  /** As in the view, with the person's choices applied. */
  of(view: SessionAnswer): Facts {
    if (view.status !== 'ended') this.#chosen = {};
    const models = { models: this.#models, pickedModel: this.#pickedModel };
    return { ...view, ...this.#chosen, ...models } as Facts;
  }

  event(event: ReinsEvent): void {
    if (this.#changesFacts(event)) void this.#gather();
  }

  async show(view: SessionAnswer): Promise<void> {
    const facts = this.of(view);
    const { title, tasks, cost_usd, last_activity_at, permission_mode, model, capabilities, status } = facts;
    const { models, pickedModel } = facts;
    const now: Facts = { title, tasks, last_activity_at, capabilities, status, models, pickedModel };
    const known = {
      ...(cost_usd !== undefined && { cost_usd }),
      ...(permission_mode !== undefined && { permission_mode }),
      ...(model !== undefined && { model }),
    };
    const before = this.#reported;
    this.#reported = { ...now, ...known };
    await this.#send(factUpdates(before, this.#reported));
  }

  async refresh(): Promise<void> {
    await this.show(await this.#look());
  }

  async #gather(): Promise<void> {
    if (this.#isGathering) return;
    this.#isGathering = true;
    await pause(GATHER_MS, this.#signal);
    this.#isGathering = false;
    // A failed check is repeated after the next event.
    if (!this.#signal.aborted) await this.#looking.run().catch(() => {});
  }

  #changesFacts(event: ReinsEvent): boolean {
    if (event.agent_id !== undefined) return false;
    if (event.type === 'tool_started' && isTaskNote(event.name)) this.#notes.add(event.tool_use_id);
    if (event.type === 'tool_started' || event.type === 'tool_finished') {
      return this.#notes.has(event.tool_use_id);
    }
    return event.observed !== undefined || event.type === 'control_changed' || event.type === 'run_ended';
  }
}

export type Facts = Chosen & Pick<SessionDetails, 'title' | 'tasks' | 'cost_usd' | 'last_activity_at'>;

/** `before`: the facts that the editor has; absent if it has none yet. */
export function factUpdates(before: Facts | undefined, now: Facts): SessionUpdate[] {
  const isNew = (read: (facts: Facts) => unknown) =>
    before === undefined || JSON.stringify(read(before)) !== JSON.stringify(read(now));
  const updates: SessionUpdate[] = [];
  // The choices are part of the response that opened the session.
  if (before && isNew(modeOf)) {
    updates.push({ sessionUpdate: 'current_mode_update', currentModeId: modeOf(now) });
  }
  if (before && isNew(configOptionsOf)) {
    updates.push({ sessionUpdate: 'config_option_update', configOptions: configOptionsOf(now) });
  }
  if (now.title !== '' && isNew(({ title }) => title)) {
    updates.push({ sessionUpdate: 'session_info_update', title: now.title, updatedAt: now.last_activity_at });
  }
  if ((before || now.tasks.length > 0) && isNew(({ tasks }) => tasks)) {
    updates.push({ sessionUpdate: 'plan', entries: now.tasks.map(planEntry) });
  }
  return updates;
}

function planEntry({ subject, state }: Task): PlanEntry {
  const status = state === 'in_progress' || state === 'completed' ? state : 'pending';
  return { content: subject, priority: 'medium', status };
}
