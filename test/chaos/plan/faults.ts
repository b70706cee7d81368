/**
 * Draws what breaks, and when. Faults that a machine cannot perform are drawn as well, so that a seed means the same
 * everywhere.
 */
import type { StartingDriver } from '../../../src/protocol/steering.ts';
import { CLIENTS } from './clients.ts';
import type { Draw } from './draw.ts';

/** Connections that can be cut or slowed down separately: one per client, and one per kind of watcher. */
export const LINES = [...CLIENTS, 'sse', 'socket'] as const;
export type LineName = (typeof LINES)[number];

/** What happens to the hub's files while it is down. */
export const DAMAGES = [
  'none',
  'hub-file-garbage',
  'hub-file-deleted',
  'lock-garbage',
  'lock-deleted',
] as const;
export type Damage = (typeof DAMAGES)[number];

/** Moments of high activity: a prompt was delivered, a request opened, an answer was given. */
export const MOMENTS = ['message_delivered', 'interaction_opened', 'interaction_closed'] as const;

interface At {
  readonly atMs: number;
  /** If present, the fault waits for the next such event, of its own session if it has one, and then a little longer. */
  readonly after?: { readonly event: (typeof MOMENTS)[number]; readonly delayMs: number };
}
interface Lasting extends At {
  readonly forMs: number;
}

export type Fault =
  | (Lasting & { readonly kind: 'kill-hub'; readonly damage: Damage })
  | (Lasting & { readonly kind: 'pause-hub' | 'pause-tmux' | 'fill-disk' | 'stall-disk' })
  | (At & { readonly kind: 'kill-tmux' | 'upgrade' })
  | (At & { readonly kind: 'kill-claude' | 'kill-runner'; readonly session: number })
  | (Lasting & { readonly kind: 'pause-claude' | 'pause-runner'; readonly session: number })
  | (At & { readonly kind: 'cut-line'; readonly line: LineName })
  | (Lasting & { readonly kind: 'slow-line' | 'freeze-line'; readonly line: LineName })
  | (Lasting & { readonly kind: 'jump-clock'; readonly bySeconds: number });
export type FaultKind = Fault['kind'];

const WEIGHTS: Readonly<Record<Exclude<FaultKind, 'upgrade'>, number>> = {
  'kill-hub': 5,
  'pause-hub': 2,
  'kill-tmux': 2,
  'pause-tmux': 2,
  'kill-claude': 3,
  'pause-claude': 2,
  'kill-runner': 2,
  'pause-runner': 2,
  'cut-line': 4,
  'slow-line': 1,
  'freeze-line': 1,
  'fill-disk': 1,
  'stall-disk': 1,
  'jump-clock': 1,
};

export function drawFaults(draw: Draw, drivers: readonly StartingDriver[], durationMs: number): Fault[] {
  const faults: Fault[] = [];
  for (let atMs = draw.between(1000, 4000); atMs < durationMs; atMs += draw.between(600, 5000)) {
    const fault = drawFault(draw, drivers, atMs);
    const after = {
      event: draw.pick(MOMENTS),
      delayMs: draw.chance(0.8) ? draw.between(0, 400) : draw.between(400, 5000),
    };
    const isTimed = draw.chance(0.5);
    if (fault) faults.push(isTimed ? fault : { ...fault, after });
  }
  const upgradeAt = draw.between(Math.floor(durationMs * 0.2), Math.floor(durationMs * 0.7));
  return [...faults, { kind: 'upgrade', atMs: upgradeAt }];
}

/** Undefined if the run has no target for this fault. */
function drawFault(draw: Draw, drivers: readonly StartingDriver[], atMs: number): Fault | undefined {
  const streams = drivers.flatMap((driver, index) => (driver === 'stream' ? [index] : []));
  const kind = draw.weighted(WEIGHTS);
  const forMs = draw.between(100, 3500);
  switch (kind) {
    case 'kill-hub':
      return {
        kind,
        atMs,
        forMs: draw.chance(0.5) ? 0 : forMs,
        damage: draw.chance(0.6) ? 'none' : draw.pick(DAMAGES),
      };
    case 'kill-tmux':
      return drivers.includes('tmux') ? { kind, atMs } : undefined;
    case 'pause-tmux':
      return drivers.includes('tmux') ? { kind, atMs, forMs } : undefined;
    case 'kill-claude':
      return { kind, atMs, session: draw.between(0, drivers.length - 1) };
    case 'kill-runner':
      return streams.length > 0 ? { kind, atMs, session: draw.pick(streams) } : undefined;
    case 'pause-claude':
    case 'pause-runner':
      // tmux resumes a stopped process in a pane immediately.
      return streams.length > 0 ? { kind, atMs, forMs, session: draw.pick(streams) } : undefined;
    case 'cut-line':
      return { kind, atMs, line: draw.pick(LINES) };
    case 'slow-line':
    case 'freeze-line':
      return { kind, atMs, forMs, line: draw.pick(LINES) };
    case 'jump-clock':
      return { kind, atMs, forMs, bySeconds: draw.pick([-86_400, -3600, -30, 30, 3600, 86_400]) };
    default:
      return { kind, atMs, forMs };
  }
}
