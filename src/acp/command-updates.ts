/** Reports the session's slash commands to the editor whenever they may have changed. */
import type { AvailableCommand, SessionUpdate } from '@agentclientprotocol/sdk';
import type { SlashCommand } from '../protocol/completion.ts';
import type { ReinsEvent } from '../protocol/events.ts';

export class CommandUpdates {
  readonly #look: () => Promise<{ readonly items: readonly SlashCommand[] }>;
  readonly #send: (updates: SessionUpdate[]) => Promise<void>;
  #reported = '[]';

  constructor(
    look: () => Promise<{ readonly items: readonly SlashCommand[] }>,
    send: (updates: SessionUpdate[]) => Promise<void>,
  ) {
    this.#look = look;
    this.#send = send;
  }

  /** Another run may have other commands. */
  event({ type }: ReinsEvent): void {
    if (type === 'run_started' || type === 'control_changed') void this.show();
  }

  /** If the hub does not know them, the editor keeps its list. */
  async show(): Promise<void> {
    const found = await this.#look().catch(() => undefined);
    if (!found) return;
    const availableCommands = found.items.map(describe);
    const now = JSON.stringify(availableCommands);
    if (now === this.#reported) return;
    this.#reported = now;
    await this.#send([{ sessionUpdate: 'available_commands_update', availableCommands }]);
  }
}

function describe({ name, about = '', hint }: SlashCommand): AvailableCommand {
  return { name, description: about, ...(hint && { input: { hint } }) };
}
