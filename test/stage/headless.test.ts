/** The stage tested headless: each story ends with the model's next input and the content of the transcript. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { call, fail, say, scene, takes, think } from '../../stage/screenplay.ts';
import type { Stage } from '../../stage/stage.ts';
import type { TranscriptRow } from '../../stage/transcript.ts';
import { isLong } from '../repetitions.ts';
import { stageTest } from '../stage-test.ts';

/** The model's input in its newest request. */
function lastHearing(stage: Stage) {
  return stage.requests.at(-1)?.hearing;
}

/** The content blocks of a kind in the transcript, in order. */
function recorded(rows: TranscriptRow[], blockType: string): Record<string, unknown>[] {
  return rows.flatMap((row) => {
    if (row.type !== 'user' && row.type !== 'assistant') return [];
    const message = row['message'] as { content?: unknown } | undefined;
    const blocks = Array.isArray(message?.content) ? message.content : [];
    return blocks.filter((block) => block.type === blockType);
  });
}

stageTest('a text turn with thinking', async ({ stage }) => {
  stage.play(scene('good morning', [think('A greeting. 😀'), say('Good morning to you. 🌞', { chunk: 1 })]));
  const claude = stage.headless();
  claude.send('good morning');
  const result = await claude.nextResult();
  expect(result).toMatchObject({ subtype: 'success', is_error: false, result: 'Good morning to you. 🌞' });
  expect(lastHearing(stage)?.said).toEqual(['good morning']);
  const rows = stage.transcript(result.session_id as string);
  expect(rows.find((row) => row.type === 'user')).toMatchObject({ message: { content: 'good morning' } });
  expect(recorded(rows, 'thinking')).toMatchObject([{ thinking: 'A greeting. 😀' }]);
  expect(recorded(rows, 'text')).toMatchObject([{ text: 'Good morning to you. 🌞' }]);
});

stageTest('a Bash call, requested and allowed over the control protocol', async ({ stage }) => {
  const command = 'touch made.txt && echo made';
  stage.play(
    scene('make a file', [call('Bash', { command, description: 'Make a file' })], [say('Made it.')]),
  );
  const claude = stage.headless();
  claude.send('make a file');
  const interaction = await claude.nextPermissionRequest('Bash');
  expect(interaction.input).toMatchObject({ command });
  expect(existsSync(join(stage.project, 'made.txt'))).toBe(false);
  claude.answer(interaction, { behavior: 'allow', updatedInput: interaction.input });
  const result = await claude.nextResult();
  expect(result).toMatchObject({ is_error: false, result: 'Made it.' });
  expect(existsSync(join(stage.project, 'made.txt'))).toBe(true);
  expect(lastHearing(stage)?.toolResults).toMatchObject([
    { tool: 'Bash', toolUseId: interaction.toolUseId, text: 'made', isError: false },
  ]);
  const rows = stage.transcript(result.session_id as string);
  expect(recorded(rows, 'tool_use')).toMatchObject([
    { id: interaction.toolUseId, name: 'Bash', input: { command } },
  ]);
  expect(recorded(rows, 'tool_result')).toMatchObject([
    { tool_use_id: interaction.toolUseId, content: 'made' },
  ]);
});

stageTest.runIf(isLong)('a question, answered', async ({ stage }) => {
  const question = {
    question: 'Which database?',
    header: 'Database',
    multiSelect: false,
    options: [
      { label: 'PostgreSQL', description: 'Relational' },
      { label: 'MongoDB', description: 'Documents' },
    ],
  };
  stage.play(scene('ask me', [call('AskUserQuestion', { questions: [question] })], [say('A fine choice.')]));
  const claude = stage.headless();
  claude.send('ask me');
  const interaction = await claude.nextPermissionRequest('AskUserQuestion');
  claude.answer(interaction, {
    behavior: 'allow',
    updatedInput: { ...interaction.input, answers: { 'Which database?': 'PostgreSQL' } },
  });
  const result = await claude.nextResult();
  expect(result).toMatchObject({ is_error: false, result: 'A fine choice.' });
  expect(lastHearing(stage)?.toolResults[0]?.text).toContain('"Which database?"="PostgreSQL"');
  const rows = stage.transcript(result.session_id as string);
  expect(recorded(rows, 'tool_result')).toMatchObject([{ tool_use_id: interaction.toolUseId }]);
  expect(rows.find((row) => 'toolUseResult' in row)).toMatchObject({
    toolUseResult: { answers: { 'Which database?': 'PostgreSQL' } },
  });
});

stageTest.runIf(isLong)('a plan, written to its file and approved', async ({ stage }) => {
  const plan = '# Plan\n\n1. Write the test\n2. Make it pass\n';
  stage.play(
    scene(
      'plan the work',
      [call('Write', ({ allText }) => ({ file_path: planFileIn(allText), content: plan }))],
      [call('ExitPlanMode', {})],
      [say('Now I start.')],
    ),
  );
  const claude = stage.headless({ args: ['--permission-mode', 'plan'] });
  claude.send('plan the work');
  const interaction = await claude.nextPermissionRequest('ExitPlanMode');
  expect(interaction.input).toMatchObject({ plan });
  claude.answer(interaction, {
    behavior: 'allow',
    updatedInput: interaction.input,
    updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
  });
  const result = await claude.nextResult();
  expect(result).toMatchObject({ is_error: false, result: 'Now I start.' });
  expect(lastHearing(stage)?.toolResults).toMatchObject([{ tool: 'ExitPlanMode', isError: false }]);
  expect(lastHearing(stage)?.toolResults[0]?.text).toContain('2. Make it pass');
  const rows = stage.transcript(result.session_id as string);
  expect(recorded(rows, 'tool_use').map((block) => block['name'])).toEqual(['Write', 'ExitPlanMode']);
});

/** Claude Code names the plan file among the reminders of plan mode. */
function planFileIn(text: string): string {
  const [path] = /\/\S+\/plans\/[\w.-]+\.md/.exec(text) ?? [];
  if (!path) throw new Error('The request names no plan file.');
  return path;
}

stageTest.runIf(isLong)('a subagent with its own tool call', async ({ stage }) => {
  const prompt = 'Count the files here.';
  stage.play(
    scene(
      'send someone',
      [
        call('Agent', {
          description: 'Count files',
          prompt,
          subagent_type: 'general-purpose',
          run_in_background: false,
        }),
      ],
      [say('The agent is back.')],
    ),
    scene(prompt, [call('Bash', { command: 'echo counted-by-the-agent' })], [say('There are none.')]),
  );
  const claude = stage.headless({ args: ['--allowed-tools', 'Bash(echo:*)'] });
  claude.send('send someone');
  const result = await claude.nextResult();
  expect(result).toMatchObject({ is_error: false, result: 'The agent is back.' });
  const agentReceived = stage.requests.flatMap(({ hearing }) =>
    hearing.toolResults.filter(({ tool }) => tool === 'Bash'),
  );
  expect(agentReceived).toMatchObject([{ text: 'counted-by-the-agent' }]);
  expect(lastHearing(stage)?.toolResults).toMatchObject([{ tool: 'Agent', isError: false }]);
  expect(lastHearing(stage)?.toolResults[0]?.text).toContain('There are none.');
  const sessionId = result.session_id as string;
  expect(recorded(stage.transcript(sessionId), 'tool_use').map((block) => block['name'])).toEqual(['Agent']);
  expect(recorded(stage.subagentTranscripts(sessionId), 'tool_use')).toMatchObject([{ name: 'Bash' }]);
});

stageTest.runIf(isLong)('/compact', async ({ stage }) => {
  stage.play(scene('remember blue', [say('Blue it is.')]), scene('and now?', [say('Still here.')]));
  const claude = stage.headless();
  claude.send('remember blue');
  await claude.nextResult();
  claude.send('/compact');
  await claude.next('the boundary', ({ subtype }) => subtype === 'compact_boundary');
  await claude.nextResult();
  claude.send('and now?');
  const result = await claude.nextResult();
  expect(result).toMatchObject({ is_error: false, result: 'Still here.' });
  expect(lastHearing(stage)?.allText).toContain('The conversation so far, in short.');
  expect(JSON.stringify(stage.requests.at(-1)?.body.messages)).not.toContain('Blue it is.');
  const rows = stage.transcript(result.session_id as string);
  expect(rows.filter((row) => row['subtype'] === 'compact_boundary')).toHaveLength(1);
  expect(rows.filter((row) => row['isCompactSummary'] === true)).toHaveLength(1);
});

stageTest.runIf(isLong)('two tool calls in one message', async ({ stage }) => {
  stage.play(
    scene(
      'do both',
      [say('Both.'), call('Bash', { command: 'echo first' }), call('Bash', { command: 'echo second' })],
      [say('Both done.')],
    ),
  );
  const claude = stage.headless({ args: ['--allowed-tools', 'Bash(echo:*)'] });
  claude.send('do both');
  const result = await claude.nextResult();
  expect(result).toMatchObject({ is_error: false, result: 'Both done.' });
  // Harmless commands run in parallel, so either result may come first.
  expect(
    lastHearing(stage)
      ?.toolResults.map(({ text }) => text)
      .sort(),
  ).toEqual(['first', 'second']);
  const rows = stage.transcript(result.session_id as string);
  expect(recorded(rows, 'tool_use')).toHaveLength(2);
  expect(recorded(rows, 'tool_result')).toHaveLength(2);
});

stageTest('429, then success', async ({ stage }) => {
  stage.play(
    scene('be patient', takes(fail(429, { retryAfterSeconds: 1 }), [say('Thank you for waiting.')])),
  );
  const claude = stage.headless();
  claude.send('be patient');
  const retry = await claude.next('the retry', ({ subtype }) => subtype === 'api_retry');
  expect(retry).toMatchObject({ attempt: 1, error_status: 429 });
  const result = await claude.nextResult();
  expect(result).toMatchObject({ is_error: false, result: 'Thank you for waiting.' });
  expect(stage.requests.map(({ hearing }) => hearing.said)).toEqual([['be patient'], ['be patient']]);
  const rows = stage.transcript(result.session_id as string);
  expect(recorded(rows, 'text')).toMatchObject([{ text: 'Thank you for waiting.' }]);
});
