/** Every answer to a permission request, over both routes: checked by what ran, what the model received and what was saved. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Interaction } from '../../src/protocol/interactions.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import type { DrivenHub } from '../drivers/driven-hub.ts';
import { isLong } from '../repetitions.ts';
import { answer, becomes, hubTest } from './answering-stage.ts';
import { type AskingClaude, startAsking, WAYS, type Way } from './asking-claude.ts';

const LEVELS = {
  session: undefined,
  localSettings: (stage: Stage) => join(stage.project, '.claude/settings.local.json'),
  projectSettings: (stage: Stage) => join(stage.project, '.claude/settings.json'),
  userSettings: (stage: Stage) => join(stage.configDir, 'settings.json'),
} as const;

const bash = (command: string) => call('Bash', { command, description: 'x' });

/** A program of the project that Claude Code knows nothing about, and that leaves a trace of each run. */
function program(stage: Stage, name: string): string {
  const file = join(stage.project, name);
  writeFileSync(file, '#!/bin/sh\necho "$0 $1" >> ran.txt\necho "out of $1"\n');
  chmodSync(file, 0o755);
  return `./${name}`;
}

const rulesOf = ({ suggestions }: Interaction) =>
  (suggestions as { type: string; rules?: { toolName: string; ruleContent?: string }[] }[]).filter(
    ({ type }) => type === 'addRules',
  );

type Play = {
  readonly stage: Stage;
  readonly hub: DrivenHub;
  readonly way: Way;
  readonly claude: AskingClaude;
};

/** Allowed once, edited, denied with and without a reason, interrupted. */
async function checkAnswers({ stage, hub, way, claude }: Play): Promise<void> {
  stage.play(
    scene('once', [bash('touch once.txt')], [say('Done.')]),
    scene('edited', [bash('touch asked.txt')], [say('Done.')]),
    scene('words', [bash('touch words.txt')], [say('Done.')]),
    scene('silent', [bash('touch silent.txt')], [say('Done.')]),
    scene('stop', [bash('touch stop.txt')], [say('Never said.')]),
  );
  const has = (name: string) => existsSync(join(stage.project, name));
  const decide = async (prompt: string, body: (interaction: Interaction) => object) => {
    const interaction = await claude.ask(prompt);
    expect(interaction).toMatchObject({ kind: 'permission', tool_name: 'Bash', routes: [way] });
    const answered = await answer(hub, interaction, body(interaction));
    expect(answered.status, JSON.stringify(answered.body)).toBe(200);
    await becomes(hub, interaction, 'proof', (now) => now.answer?.applied === 'confirmed');
    return interaction;
  };

  let interaction = await decide('once', () => ({ decision: 'allow' }));
  expect(await claude.toolResult()).toMatchObject({ isError: false });
  expect(has('once.txt')).toBe(true);
  await claude.rest(interaction);

  interaction = await decide('edited', ({ input }) => ({
    decision: 'allow',
    input: { ...input, command: 'echo "as edited" && touch edited.txt' },
  }));
  expect((await claude.toolResult()).text).toContain('as edited');
  expect([has('edited.txt'), has('asked.txt')]).toEqual([true, false]);
  await claude.rest(interaction);

  interaction = await decide('words', () => ({
    decision: 'deny',
    message: 'Use a folder, "please".\nAnd ask.',
  }));
  expect(await claude.toolResult()).toMatchObject({
    isError: true,
    text: 'Use a folder, "please".\nAnd ask.',
  });
  await claude.rest(interaction);

  interaction = await decide('silent', () => ({ decision: 'deny' }));
  expect(await claude.toolResult()).toMatchObject({
    isError: true,
    text: expect.stringContaining('denied this'),
  });
  await claude.rest(interaction);

  const requests = stage.requests.length;
  interaction = await decide('stop', () => ({ decision: 'deny', message: 'Stop.', interrupt: true }));
  const view = await hub.waitFor(
    interaction.session_id,
    'the end of the turn',
    // The list of live sessions may report it before the transcript.
    ({ status, turns }) => status === 'idle' && turns.at(-1)?.outcome !== undefined,
  );
  expect(view.turns.at(-1)?.outcome).toBe('interrupted');
  expect(stage.requests.length, 'the model is not asked again').toBe(requests + 1);
  expect([has('words.txt'), has('silent.txt'), has('stop.txt')]).toEqual([false, false, false]);
  await claude.rest(interaction);
}

/** Rules: as suggested, edited, at every level, several at once. */
async function checkRules({ stage, hub, way, claude }: Play): Promise<void> {
  for (const [level, file] of Object.entries(LEVELS)) {
    const name = program(stage, `tool-${level}`);
    // The second call makes a request only if no rule covers it.
    stage.play(scene(level, [bash(`${name} one`)], [bash(`${name} two`)], [say('Done.')]));
    const interaction = await claude.ask(level);
    const [suggestion] = rulesOf(interaction);
    expect(suggestion, JSON.stringify(interaction.suggestions)).toBeDefined();
    const rule = { toolName: 'Bash', ruleContent: `${name}:*` };
    const apply = [{ ...suggestion, rules: [rule], destination: level }];
    const answered = await answer(hub, interaction, { decision: 'allow', apply });
    expect(answered.status, JSON.stringify(answered.body)).toBe(200);
    expect((await claude.toolResult(2)).text, level).toContain('out of two');
    if (file) expect(readFileSync(file(stage), 'utf8'), level).toContain(rule.ruleContent);
    await claude.rest(interaction);
    // All of them apply now, wherever they are stored.
    const { items, known_from } = await hub.client.permissionRules(interaction.session_id);
    expect(items).toContainEqual({ behavior: 'allow', rule: `Bash(${name}:*)`, source: level });
    expect(known_from).toBe(way === 'control' ? 'claude' : 'files');
  }

  const [one, two] = [program(stage, 'tool-one'), program(stage, 'tool-two')];
  stage.play(scene('several', [bash(`${one} a`)], [bash(`${two} b`)], [bash(`${one} c`)], [say('Done.')]));
  const interaction = await claude.ask('several');
  const made = (name: string) => ({
    ...{ type: 'addRules', behavior: 'allow', destination: 'session' },
    rules: [{ toolName: 'Bash', ruleContent: `${name}:*` }],
  });
  await answer(hub, interaction, { decision: 'allow', apply: [made(one), made(two)] });
  expect((await claude.toolResult(2)).text).toContain('out of b');
  expect((await claude.toolResult(3)).text).toContain('out of c');
  await claude.rest(interaction);

  // Exactly as Claude made it: the same call makes no request again.
  const same = program(stage, 'tool-same');
  stage.play(scene('as made', [bash(`${same} x`)], [bash(`${same} x`)], [say('Done.')]));
  const again = await claude.ask('as made');
  await answer(hub, again, { decision: 'allow', apply: rulesOf(again) });
  expect((await claude.toolResult(2)).text).toContain('out of x');
  const local = LEVELS.localSettings(stage);
  const [made1] = rulesOf(again)[0]?.rules ?? [];
  expect(readFileSync(local, 'utf8')).toContain(made1?.ruleContent);
  await claude.rest(again);

  // A change of mode: edits make no requests any more.
  const edit = (name: string) => call('Write', { file_path: join(stage.project, name), content: 'x' });
  stage.play(scene('mode', [edit('a.txt')], [edit('b.txt')], [say('Done.')]));
  const asked = await claude.ask('mode');
  await answer(hub, asked, { decision: 'allow', apply: asked.suggestions });
  expect(await claude.toolResult(2)).toMatchObject({ isError: false });
  expect(existsSync(join(stage.project, 'b.txt'))).toBe(true);
  await hub.waitFor(asked.session_id, 'the mode', (view) => view.permission_mode === 'acceptEdits');
}

for (const way of WAYS) {
  hubTest.runIf(way === 'hook' || isLong)(
    `over ${way}: every answer to a request, and rules at every level`,
    async ({ stage, hub }) => {
      const claude = await startAsking(stage, hub, way);
      await checkAnswers({ stage, hub, way, claude });
      await checkRules({ stage, hub, way, claude });
    },
  );
}
