/** Tells the editor which slash commands the session takes, whenever that may have changed. */
import type { AvailableCommand, SessionUpdate } from '@agentclientprotocol/sdk';
import type { SlashCommand } from '../protocol/completion.ts';
import type { ReinsEvent } from '../protocol/events.ts';

export class CommandUpdates {
  readonly #look: () => Promise<{ readonly items: readonly SlashCommand[] }>;
  readonly #tell: (updates: SessionUpdate[]) => Promise<void>;
  #told = '[]';

  constructor(
    look: () => Promise<{ readonly items: readonly SlashCommand[] }>,
    tell: (updates: SessionUpdate[]) => Promise<void>,
  ) {
    this.#look = look;
    this.#tell = tell;
  }

  /** Another run may take others. */
  event({ type }: ReinsEvent): void {
    if (type === 'run_started' || type === 'control_changed') void this.show();
  }

  /** A hub that does not say leaves the editor with what it knows. */
  async show(): Promise<void> {
    const found = await this.#look().catch(() => undefined);
    if (!found) return;
    const availableCommands = found.items.map(describe);
    const now = JSON.stringify(availableCommands);
    if (now === this.#told) return;
    this.#told = now;
    await this.#tell([{ sessionUpdate: 'available_commands_update', availableCommands }]);
  }
}

function describe({ name, about = '', hint }: SlashCommand): AvailableCommand {
  return { name, description: about, ...(hint && { input: { hint } }) };
}
