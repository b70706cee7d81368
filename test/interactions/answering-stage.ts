/** A hub, a real Claude Code with requests, and helpers for answering them. */
import type { Interaction } from '../../src/protocol/interactions.ts';
import { waitUntil } from '../../stage/patience.ts';
import { pressUntil } from '../../stage/press-until.ts';
import { say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import type { TerminalClaude } from '../../stage/terminal-claude.ts';
import type { Answer, DrivenHub } from '../drivers/driven-hub.ts';

export { sharedHubTest as hubTest } from '../shared-hub-test.ts';

/** The oldest open interaction, once there is one with a way to answer it. */
export async function waiting(hub: DrivenHub, sessionId?: string): Promise<Interaction> {
  const [pending] = await waitingAll(hub, 1, sessionId);
  return pending as Interaction;
}

/** The open interactions, once this many can be answered. */
export function waitingAll(hub: DrivenHub, count: number, sessionId?: string): Promise<Interaction[]> {
  const query = sessionId ? `&session=${sessionId}` : '';
  return waitUntil(
    `${count} interactions that can be answered`,
    async () => {
      const { items } = await hub.ask('GET', `/interactions?state=open${query}`);
      const ready = (items as Interaction[]).filter(({ routes }) => routes.length > 0);
      return ready.length >= count && ready;
    },
    { explain: () => hub.output() },
  );
}

export async function interaction(hub: DrivenHub, id: string): Promise<Interaction> {
  const { items } = await hub.ask('GET', '/interactions');
  return (items as Interaction[]).find((one) => one.id === id) as Interaction;
}

/** Waits until the interaction is as wanted, and returns it. */
export function becomes(
  hub: DrivenHub,
  { id }: Pick<Interaction, 'id'>,
  what: string,
  fits: (now: Interaction) => boolean,
): Promise<Interaction> {
  let last: Interaction | undefined;
  return waitUntil(
    what,
    async () => {
      last = await interaction(hub, id);
      return fits(last) && last;
    },
    { explain: () => JSON.stringify(last, null, 1) },
  );
}

export const isSettled = ({ state, answer }: Interaction) =>
  state === 'withdrawn' || (answer !== undefined && answer.applied !== 'sent' && 'decision' in answer);

export function answer(
  hub: DrivenHub,
  { id }: Pick<Interaction, 'id'>,
  body: object,
  { key, token = hub.token }: { key?: string; token?: string } = {},
): Promise<Answer> {
  return fetch(`${hub.url}/api/interactions/${id}/answer`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(key && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  }).then(async (response) => ({ status: response.status, body: await response.json() }));
}

const installed = new WeakSet<DrivenHub>();

/** `reins install`, once for each hub: tests share hubs. */
export async function install(hub: DrivenHub, ...flags: string[]): Promise<void> {
  if (installed.has(hub)) return;
  const { code, stderr } = await hub.run('install', ...flags);
  if (code !== 0) throw new Error(stderr);
  installed.add(hub);
}

/** A person's own Claude Code in a terminal that nobody else can type into, with Reins installed. */
export async function terminalOf(stage: Stage, hub: DrivenHub, mode = 'manual'): Promise<TerminalClaude> {
  await install(hub);
  return stage.terminal({ args: ['--permission-mode', mode], isPlain: true });
}

/** Waits until the permission dialog accepts keys. */
export async function dialogListens(terminal: TerminalClaude): Promise<void> {
  await terminal.waitForScreen(/Do you want to proceed/);
  await takesKeys(terminal, /❯ (\d)\. /, '1');
}

/**
 * Waits until a dialog accepts keys, which Claude Code ignores in its first moments: moves away from the first row and back.
 * `selected` captures which row is selected.
 */
export async function takesKeys(terminal: TerminalClaude, selected: RegExp, first: string): Promise<void> {
  const row = async () => selected.exec(await terminal.screen())?.[1];
  const options = { explain: terminal.screen };
  const hasLeft = async () => (await row()) !== first;
  await pressUntil('the dialog to take keys', hasLeft, () => terminal.press('Down'), options);
  for (let now = await row(); now !== first; now = await row()) {
    await terminal.press('Up');
    await waitUntil('the effect of the key', async () => (await row()) !== now, options);
  }
}

/** A token of another device. */
export async function device(hub: DrivenHub, name: string, role = 'operator'): Promise<string> {
  return (await hub.ask('POST', '/tokens', { name, role })).token;
}

const REST = 'Standing by.';
/**
 * After a refusal that ends the turn, the model first receives a result: a prompt in between lets the next one start a
 * new scene.
 */
export async function settleTurn(stage: Stage, terminal: TerminalClaude): Promise<void> {
  stage.play(scene(/^stand by$/, [say(REST)]));
  const before = stage.requests.length;
  await terminal.prompt('stand by');
  await waitUntil('the word in between', () => stage.requests.length > before);
}

/** What the model received as the result of its last tool call. */
export const lastToolResult = (stage: Stage) => stage.requests.at(-1)?.hearing.toolResults.at(-1);

/** Waits until the model has received this many tool results of a prompt, and returns the last one. */
export function toolResultAfter(stage: Stage, requests: number) {
  return waitUntil('the tool result', () => {
    const [last] = stage.requests.slice(requests).reverse();
    return last?.hearing.toolResults.at(-1);
  });
}
