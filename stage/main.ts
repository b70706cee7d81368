/** `npm run stage`: a stage for manual use, until Ctrl-C. Prints the environment to export in another terminal. */
import { once } from 'node:events';
import { call, say, scene } from './screenplay.ts';
import { openStage } from './stage.ts';
import { STAGE_MARK, sweepLeftovers } from './stage-folder.ts';

await sweepLeftovers();
const stage = await openStage();
stage.play(
  scene('hello', [say('Hello from the stage. Try "make a file" to see a permission dialog.')]),
  scene(
    'make a file',
    [say('I will make one.'), call('Bash', { command: 'touch made.txt', description: 'Make a file' })],
    [say('The file is there.')],
  ),
);

const exported = Object.entries(stage.env).filter(([name]) => name !== STAGE_MARK && name !== 'PATH');
console.log(`The stage is open at ${stage.api.url}. In another terminal:\n`);
for (const [name, value] of exported) console.log(`export ${name}='${value}'`);
console.log(`cd '${stage.project}'`);
console.log(`'${stage.claudeBinary}' --permission-mode manual\n`);
console.log('It responds to "hello" and "make a file", and politely to everything else. Ctrl-C closes it.');

await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
await stage.close();
console.log('The stage is closed and its folder removed.');
