/** A person's `claude` in a terminal that nobody else can type into, and a hub with our hooks installed. */
import { readdirSync } from 'node:fs';
import { expect } from 'vitest';
import { processes } from '../../src/lib/processes.ts';
import { waitUntil } from '../../stage/patience.ts';
import type { Stage } from '../../stage/stage.ts';
import { stageProcesses } from '../../stage/stage-folder.ts';
import type { TerminalClaude } from '../../stage/terminal-claude.ts';
import { conversation, type DrivenHub, isIdle, type View } from '../drivers/driven-hub.ts';
import { install } from '../interactions/answering-stage.ts';

export interface RelayPlay {
  readonly hub: DrivenHub;
  readonly claude: TerminalClaude;
  readonly id: string;
  switchRelay(on: boolean): Promise<void>;
}

/** `hooks: 'late'`: they are installed while the session is already running, so it does not follow the bell. */
export async function openTerminal(
  stage: Stage,
  hub: DrivenHub,
  { hooks = 'before', args = [] }: { hooks?: 'before' | 'late'; args?: readonly string[] } = {},
): Promise<RelayPlay> {
  if (hooks === 'before') await install(hub, '--no-deny-rules');
  const claude = await stage.terminal({
    isPlain: true,
    args: ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash', ...args],
  });
  await claude.waitForScreen(/❯/);
  const id = await waitUntil('the session to be adopted', async () => {
    const { items } = await hub.ask('GET', '/sessions');
    const live = items.find(({ capabilities }: View) => capabilities.includes('takeover'));
    return live?.session_id as string | undefined;
  });
  if (hooks === 'late') await install(hub, '--no-deny-rules');
  const switchRelay = async (relay: boolean) => {
    const { capabilities } = await hub.ask('PATCH', `/sessions/${id}`, { relay });
    expect(capabilities.includes('relay')).toBe(relay);
    expect(capabilities).not.toContain('prompt');
  };
  return { hub, claude, id, switchRelay };
}

/** Types a prompt and waits until its turn has ended. */
export async function playTurn({ hub, claude, id }: RelayPlay, text: string): Promise<void> {
  const played = (view: View) =>
    conversation(view).filter(([prompt, , outcome]) => prompt === text && outcome === 'completed').length;
  const before = played(await hub.view(id));
  await claude.prompt(text);
  await hub.waitFor(id, 'the turn to end', (view) => played(view) > before && isIdle(view));
}

/** The carriers of the stage that are running now. */
export function carriers(stage: Stage): number[] {
  return stageProcesses(stage.folder).filter((pid) => commandOf(pid).includes('hooks/relay.sh'));
}

export function waitForCarriers(stage: Stage, count: number) {
  // Listing all processes is expensive.
  return waitUntil(`${count} carriers`, () => carriers(stage).length === count, {
    everyMs: 200,
    explain: () => carriers(stage).map(commandOf).join('\n'),
  });
}

function commandOf(pid: number): string {
  return processes.commandLine(pid).join(' ');
}

/** The sessions that are marked as allowed to get messages. */
export function marks(hub: DrivenHub): string[] {
  return readdirSync(`${hub.home}/relay`).filter((name) => name !== 'reins-bell');
}

/** How often the model received this text, in its own turn or within another. */
export function timesReceived(stage: Stage, words: string): number {
  return stage.requests.filter(({ hearing }) => hearing.allText.includes(words)).length;
}

export const isAccepted = (messageId: string) => (view: View) =>
  view.messages.some(({ message_id, state }) => message_id === messageId && state === 'accepted');
