/** What the scripted model does with each planned prompt. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Beat, call, type Scene, say, scene, type Turn } from '../../../stage/screenplay.ts';
import { commandOf, contentOf, editedBy, fileOf, optionOf } from '../marks.ts';
import { CLIENTS } from '../plan/clients.ts';
import type { PlannedInteraction, PlannedPrompt } from '../plan/plan.ts';

const LONG_TEXT = Array.from({ length: 60 }, (_, index) => `Sentence ${index} of a long answer.`).join(' ');

/** `outside`: a folder beyond the session's own, so that reading there needs permission. */
export function sceneOf(prompt: PlannedPrompt, outside: string): Scene {
  for (const { mark } of prompt.kind === 'pair' ? prompt.asks : []) {
    for (const name of [mark, ...CLIENTS.map((client) => editedBy(mark, client))])
      writeFileSync(join(outside, fileOf(name)), contentOf(name));
  }
  return scene(prompt.mark, ...turnsOf(prompt, outside));
}

function turnsOf({ mark, kind, asks }: PlannedPrompt, outside: string): Turn[] {
  const done = [say(`Done with ${mark}.`)];
  switch (kind) {
    case 'words':
      return [[say(`An answer to ${mark}.`)]];
    case 'long':
      return [[say(`${mark}: ${LONG_TEXT}`, { everyMs: 25 })]];
    case 'permission':
    case 'two':
      return [asks.map(runCommand), done];
    case 'pair':
      return [
        asks.map((interaction) => call('Read', { file_path: join(outside, fileOf(interaction.mark)) })),
        done,
      ];
    case 'question':
      return [asks.map(askQuestion), done];
  }
}

let calls = 0;

/** A scene may play twice if Claude Code is killed during it: each call leaves its own line. */
function runCommand({ mark }: PlannedInteraction): Beat {
  return call('Bash', () => {
    calls += 1;
    return { command: commandOf(`${mark}-n${calls}`), description: `Run ${mark}` };
  });
}

function askQuestion({ mark }: PlannedInteraction): Beat {
  const options = CLIENTS.map((client) => ({
    label: optionOf(client),
    description: `As ${client} would do it`,
  }));
  return call('AskUserQuestion', {
    questions: [{ question: `Which way for ${mark}?`, header: 'Way', options, multiSelect: false }],
  });
}
