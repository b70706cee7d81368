/** Rules that deny Claude access to the files of Reins: offered to a person, and enforced by the real CLI. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { pinnedClaudeBinary } from '../../stage/claude-binary.ts';
import { call, say, scene } from '../../stage/screenplay.ts';
import { startTerminalClaude } from '../../stage/terminal-claude.ts';
import { reinsTest, startReins } from '../reins-process.ts';
import { stageTest } from '../stage-test.ts';

const reins = join(import.meta.dirname, '../../dist/reins.js');

reinsTest('offered once, and only at a terminal', async ({ user }) => {
  const env = { ...user.env, REINS_CLAUDE: pinnedClaudeBinary(), TERM: 'xterm-256color' };
  const file = join(user.claudeConfig, 'settings.json');
  const deny = () => JSON.parse(readFileSync(file, 'utf8')).permissions?.deny;
  const inTerminal = () =>
    startTerminalClaude({
      ...{ binary: process.execPath, args: [reins, 'install'] },
      ...{ folder: user.folder, cwd: user.folder, env },
    });
  const answered = async (answer: string) => {
    const terminal = await inTerminal();
    await terminal.waitForScreen(/Add them\? \[y\/N\]/);
    await terminal.type(answer);
    await terminal.press('Enter');
    await terminal.waitForExit();
  };

  const left = await inTerminal();
  await left.waitForScreen(/Add them/);
  await left.press('C-c');
  await left.waitForExit();
  expect(existsSync(file)).toBe(false);

  await answered('');
  expect(deny()).toBeUndefined();
  // Already asked: a later install does not ask again.
  await (await inTerminal()).waitForExit();
  await startReins(['uninstall'], env).exited;
  expect(existsSync(file)).toBe(false);
  await answered('y');
  expect(deny()).toEqual([`Read(/${user.reinsHome}/**)`, `Edit(/${user.reinsHome}/**)`]);
  await startReins(['uninstall'], env).exited;
  await startReins(['install'], env).exited;
  expect(deny()).toBeUndefined();
});

stageTest('stop file tools and file commands, not a program that Claude runs', async ({ stage }) => {
  const home = join(stage.folder, 'reins-home');
  const env = { ...stage.env, REINS_HOME: home, REINS_CLAUDE: stage.claudeBinary };
  expect((await startReins(['install', '--deny-rules'], env).exited).code).toBe(0);
  writeFileSync(join(home, 'token'), 'open sesame\n');
  const commands = [
    `cat ${home}/token`,
    `cd ${home} && head -1 token`,
    `echo x > ${home}/made`,
    `node -p "require('fs').readFileSync('${home}/token', 'utf8')"`,
  ];
  stage.play(
    scene(
      'look around',
      [
        call('Read', { file_path: join(home, 'token') }),
        call('Write', { file_path: join(home, 'made'), content: 'x' }),
        ...commands.map((command) => call('Bash', { command })),
      ],
      [say('Done.')],
    ),
  );
  const claude = stage.headless({ args: ['--allowedTools', 'Bash', 'Read', 'Write'] });
  claude.send('look around');
  await claude.nextResult();
  const results = stage.requests.at(-1)?.hearing.toolResults ?? [];
  expect(results.map(({ isError }) => isError)).toEqual([true, true, true, true, true, false]);
  expect(results.slice(0, -1).filter(({ text }) => text.includes('open sesame'))).toEqual([]);
  expect(results.at(-1)?.text).toContain('open sesame');
  expect(existsSync(join(home, 'made'))).toBe(false);
});
