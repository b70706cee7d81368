/**
 * A session as lines of text that only grow: the conversation so far, then each event as it arrives.
 * Remembers what was printed, so that a fact reported twice (first by a hook, then by the transcript) is
 * printed once.
 */
import { itemKindOf } from '../../core/items/item-kinds.ts';
import { reduceItem } from '../../core/reduce-item.ts';
import type { Item } from '../../protocol/conversation.ts';
import type { ReinsEvent } from '../../protocol/events.ts';
import type { SessionView, Status, Turn } from '../../protocol/session.ts';
import { cleanLine } from '../terminal/clean-text.ts';
import { shortModel, shortPath } from '../terminal/format.ts';
import { paintStatus, SHAPES, type Style } from '../terminal/style.ts';
import { type LayoutOptions, layOut } from './layout.ts';
import { newsOf } from './news-entries.ts';

/** The number of items that may still change; older ones are settled. */
const REMEMBERED = 1000;

export class SessionPrinter {
  readonly #layout: Omit<LayoutOptions, 'prefix'>;
  readonly #style: Style;
  readonly #items = new Map<string, Item>();
  readonly #agents = new Map<string, string>();
  readonly #finishedAgents = new Set<string>();
  readonly #openInteractions = new Set<string>();
  #cwd = '';
  #prefix = '';
  #activity: string | undefined;

  constructor(layout: Omit<LayoutOptions, 'prefix'>) {
    this.#layout = layout;
    this.#style = layout.style;
  }

  /** The state of the session, and its newest turns. */
  opening(view: SessionView, home?: string): string[] {
    const { title, cwd, git_branch, model, permission_mode, status, turns, agents, older_before } = view;
    this.#cwd = cwd;
    for (const { agent_id, agent_type } of agents) this.#agents.set(agent_id, agent_type);
    for (const { id, state } of view.interactions) if (state === 'open') this.#openInteractions.add(id);
    const facts = [shortPath(cwd, home), git_branch, shortModel(model), permission_mode]
      .filter(Boolean)
      .join(' · ');
    const head = `${this.#style.strong(cleanLine(title) || '(no title)')}  ${this.#status(status)}`;
    return [
      head,
      this.#style.quiet(cleanLine(facts)),
      '',
      ...(older_before === undefined ? [] : [this.#style.quiet('… earlier turns are omitted')]),
      ...turns.flatMap((turn) => this.#turn(turn)),
    ];
  }

  /** The lines an event adds; often none. `prefix` names the session if several are shown. */
  event(event: ReinsEvent, prefix = ''): string[] {
    this.#prefix = prefix;
    if (event.observed?.cwd !== undefined && event.agent_id === undefined) this.#cwd = event.observed.cwd;
    if (event.type === 'agent_started' || event.type === 'agent_described') {
      this.#agents.set(event.subagent_id, event.agent_type);
    }
    const shown = event.item === undefined ? undefined : this.#items.get(event.item);
    const item = reduceItem(shown, event);
    if (item && item !== shown) return this.#show(item, event.agent_id, shown);
    if (!this.#isNews(event)) return [];
    const news = newsOf(event, this.#style, this.#cwd);
    return news ? layOut(news, this.#options(event.agent_id)) : [];
  }

  #turn({ prompt, items, outcome, duration_ms }: Turn): string[] {
    const all = prompt ? [prompt, ...items] : items;
    const last = all.at(-1);
    const end =
      outcome === undefined || !last
        ? []
        : [
            {
              id: '',
              position: 0,
              prompt_id: '',
              kind: 'end' as const,
              at: last.at,
              outcome,
              ...(duration_ms !== undefined && { duration_ms }),
            },
          ];
    return [...all, ...end].flatMap((item) => this.#show(item));
  }

  /** Nothing if there is nothing new since `shown`. */
  #show(item: Item, agentId?: string, shown?: Item): string[] {
    this.#remember(item);
    const { watch } = itemKindOf(item);
    const line = watch(item, { before: shown, cwd: this.#cwd });
    const known = shown && watch(shown, { cwd: this.#cwd });
    if (!line || (line.text === known?.text && line.label === known.label)) return [];
    const { paint, ...entry } = line;
    return layOut({ ...entry, ...(paint && { paint: this.#style[paint] }) }, this.#options(agentId));
  }

  #remember(item: Item): void {
    this.#items.delete(item.id);
    this.#items.set(item.id, item);
    const [oldest] = this.#items.keys();
    if (this.#items.size > REMEMBERED && oldest !== undefined) this.#items.delete(oldest);
  }

  /**
   * Some facts are reported repeatedly, or by two sources in different words; only a change is worth a line.
   */
  #isNews(event: ReinsEvent): boolean {
    switch (event.type) {
      case 'activity_changed':
        return this.#isNewActivity(event);
      case 'interaction_opened':
        this.#openInteractions.add(event.interaction_id);
        return true;
      case 'interaction_closed':
        this.#openInteractions.delete(event.interaction_id);
        return true;
      case 'agent_started':
        this.#finishedAgents.delete(event.subagent_id);
        return true;
      case 'agent_finished': {
        const isNews = !this.#finishedAgents.has(event.subagent_id);
        this.#finishedAgents.add(event.subagent_id);
        return isNews;
      }
      default:
        return true;
    }
  }

  /** A waiting session needs no separate line if its request has one. */
  #isNewActivity({ activity, waiting_for }: ReinsEvent<'activity_changed'>): boolean {
    const now = `${activity} ${waiting_for ?? ''}`;
    const isNews = now !== this.#activity;
    this.#activity = now;
    return isNews && !(activity === 'waiting' && this.#openInteractions.size > 0);
  }

  /** A subagent's lines start with its name. */
  #options(agentId: string | undefined): LayoutOptions {
    const agent = agentId === undefined ? '' : `[${this.#agents.get(agentId) || agentId}]`;
    return { ...this.#layout, prefix: [this.#prefix, agent].filter(Boolean).join(' ') };
  }

  #status(status: Status): string {
    return paintStatus(status, this.#style)(`${SHAPES[status]} ${status}`);
  }
}
