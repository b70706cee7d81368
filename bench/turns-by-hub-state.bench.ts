/**
 * Whether a turn in a terminal takes longer because of Reins: turns of the real Claude Code without it, and with it
 * installed while the hub is up, stopped, killed and frozen, one of each in every round. Also checks every screen for lines
 * about hooks. A turn lasts from the Enter key until Claude Code's list of live sessions shows it as idle.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { locateHome } from '../src/hub/home/reins-home.ts';
import { install } from '../src/hub/installation/install.ts';
import { waitUntil } from '../stage/patience.ts';
import { call, say, scene } from '../stage/screenplay.ts';
import { openStage, type Stage } from '../stage/stage.ts';
import type { TerminalClaude } from '../stage/terminal-claude.ts';
import { Comparison, printLoad } from './comparison.ts';
import { type BenchHub, startHub } from './hub-process.ts';

const ROUNDS = 20;
const HOOK_LINE = /hook (error|cancelled|timed out)|non-blocking|timed out after|ECONNREFUSED/i;

interface Player {
  readonly stage: Stage;
  readonly claude: TerminalClaude;
}

const without = await openPlayer();
const installed = await openPlayer((stage) => {
  const home = locateHome({ REINS_HOME: join(stage.folder, 'reins-home') });
  install({ home, file: join(stage.configDir, 'settings.json') });
});
const { stage } = installed;
const start = () => startHub(stage.folder, stage.configDir);
let hub: BenchHub = await start();

/** Brings the hub into a state; returns a function that brings it back up. */
const states: Record<string, { enter(): Promise<void> | void; leave(): Promise<void> | void }> = {
  'hub up': { enter() {}, leave() {} },
  'hub stopped': { enter: () => hub.close(), leave: restart },
  'hub killed': { enter: () => hub.close('SIGKILL'), leave: restart },
  'hub frozen': {
    enter: () => void process.kill(hub.pid, 'SIGSTOP'),
    leave: () => void process.kill(hub.pid, 'SIGCONT'),
  },
};
const turns = new Comparison('without Reins');
let hookLines = 0;
for (let round = 0; round <= ROUNDS; round++) {
  await turn('without Reins', without, round);
  // Shows the difference between two identical setups.
  await turn('without Reins, once more', without, round);
  for (const [name, { enter, leave }] of Object.entries(states)) {
    await enter();
    await turn(name, installed, round);
    await leave();
  }
}
turns.print();
printLoad();
console.log(`lines about hooks on the screens: ${hookLines}`);
if (hookLines > 0) process.exitCode = 1;
await hub.close();
for (const player of [without, installed]) await player.stage.close();

async function openPlayer(prepare?: (stage: Stage) => void): Promise<Player> {
  const stage = await openStage();
  prepare?.(stage);
  const work = [call('Bash', { command: 'true' })];
  stage.play(scene(/^work \d+$/, work, work, work, [say('Worked.')]));
  const claude = await stage.terminal({ args: ['--allowed-tools', 'Bash(true)'] });
  await claude.waitForScreen(/❯/);
  return { stage, claude };
}

async function turn(name: string, { stage, claude }: Player, round: number): Promise<void> {
  await claude.waitForScreen(/❯/);
  await claude.type(`work ${round}`);
  const before = stage.requests.length;
  const started = Date.now();
  await claude.press('Enter');
  await waitUntil('the requests of the turn', () => stage.requests.length === before + 4);
  const lastRequest = stage.requests.at(-1)?.at ?? 0;
  const idleAt = await waitUntil('the end of the turn', () => idleSince(stage, lastRequest));
  if (HOOK_LINE.test(await claude.screen())) hookLines++;
  // The first round warms everything up.
  if (round > 0) turns.note(name, idleAt - started);
}

/** Since when the only session of a stage has been idle, if that is later than `after`. */
function idleSince({ configDir }: Stage, after: number): number | undefined {
  const folder = join(configDir, 'sessions');
  const [file] = readdirSync(folder).filter((name) => name.endsWith('.json'));
  try {
    const entry = JSON.parse(readFileSync(join(folder, file ?? ''), 'utf8'));
    return entry.status === 'idle' && entry.statusUpdatedAt >= after ? entry.statusUpdatedAt : undefined;
  } catch {
    // Read while Claude Code was writing it.
    return undefined;
  }
}

async function restart(): Promise<void> {
  hub = await start();
}
