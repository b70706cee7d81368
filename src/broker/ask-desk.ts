/**
 * Keeps hooks waiting for their answer, and the routes of their interactions true: a hook that waits is a route, one that
 * has gone is none. Whoever else closes an interaction sets its hook free.
 */
import type { Draft } from '../core/draft.ts';
import type { Decision } from '../protocol/answers.ts';
import type { Interaction } from '../protocol/interactions.ts';
import type { EventLog } from '../store/event-log.ts';
import type { LogReader } from '../store/log-reader.ts';
import { HeldAsks } from './held-asks.ts';
import { toHookReply } from './hook-route.ts';
import type { RouteName } from './route.ts';

export interface AskDeskOptions {
  readonly log: Pick<EventLog, 'append' | 'onCommit'>;
  readonly reader: Pick<LogReader, 'interaction' | 'interactions'>;
  readonly warn: (message: string, error: unknown) => void;
  /** Whether a rule answers this the moment it is held. */
  readonly isDecided?: (interactionId: string) => boolean;
}

/** No opinion: Claude Code's own dialog decides. */
const NO_OPINION = {};

export class AskDesk {
  readonly held: HeldAsks;
  readonly #options: AskDeskOptions;
  readonly #stopListening: () => void;

  constructor(options: AskDeskOptions) {
    this.#options = options;
    this.held = new HeldAsks((id) => this.#setHookRoute(id, false));
    this.#stopListening = options.log.onCommit((events) => {
      for (const { event } of events) {
        if (event.type !== 'interaction_closed' || event.answer?.route === 'hook') continue;
        this.held.reply(event.interaction_id, NO_OPINION);
      }
    });
    // Hooks that an earlier hub held are gone, or come again.
    for (const { id } of options.reader.interactions('open')) this.#setHookRoute(id, false);
  }

  /** What to reply to a hook, at once or when its interaction is decided. */
  async hold(
    interactionId: string,
    { isBlocking, signal }: { readonly isBlocking: boolean; readonly signal: AbortSignal },
  ): Promise<object> {
    const interaction = this.#options.reader.interaction(interactionId);
    // Of stream runs, the run itself asks.
    if (!interaction) return NO_OPINION;
    if (interaction.state !== 'open') return replyAgain(interaction);
    // Claude Code would be held up, and its own dialog hidden, while nobody looks.
    const isHeldUp = isBlocking && !this.#options.isDecided?.(interactionId);
    if (isHeldUp || signal.aborted) return NO_OPINION;
    const decided = this.held.hold(interactionId, signal);
    this.#setHookRoute(interactionId, true);
    return decided;
  }

  close(): void {
    this.#stopListening();
    this.held.close();
  }

  #setHookRoute(interactionId: string, isHeld: boolean): void {
    const { log, reader, warn } = this.#options;
    const interaction = reader.interaction(interactionId);
    if (interaction?.state !== 'open' || interaction.routes.includes('hook') === isHeld) return;
    const others = interaction.routes.filter((route): route is RouteName => route !== 'hook');
    const draft: Draft = {
      type: 'interaction_updated',
      source: 'driver',
      at: Date.now(),
      interaction_id: interactionId,
      routes: isHeld ? ['hook', ...others] : others,
      ...(interaction.agent_id && { agent_id: interaction.agent_id }),
    };
    try {
      log.append([{ sessionId: interaction.session_id, drafts: [draft] }]);
    } catch (error) {
      warn('The ways to answer an interaction could not be logged', error);
    }
  }
}

/** A decision that was on its way when the hub ended is said again to the hook that comes again. */
function replyAgain(interaction: Interaction): object {
  const { kind, answer } = interaction;
  if (answer?.route !== 'hook' || answer.applied !== 'sent') return NO_OPINION;
  const { by: _by, at: _at, route: _route, applied: _applied, key: _key, ...decided } = answer;
  return toHookReply(interaction, { kind, ...decided } as Decision);
}
