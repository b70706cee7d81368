// A bot for CI: one task, every request answered by code, nobody at a keyboard.
//   node ci-bot.mjs "make the tests pass"
// Exits with 1 if the task failed, so that a pipeline stops.
import { connect } from 'reins/sdk';

// Matches the whole command: a prefix alone could be followed by anything.
const ALLOWED = /^(npm (test|run build)|git (status|diff|log)( --(stat|oneline))?)$/;

const reins = await connect();
const session = await reins.run({
  // If nobody has trusted this folder yet, add "trust: true" if you trust everything that is checked out here.
  cwd: process.cwd(),
  driver: 'stream',
  prompt: process.argv[2] ?? 'Say what this project does.',
  instructions: 'You run in CI. Change no file outside of this folder.',
  onPermission({ tool_name, input }) {
    const { command } = input;
    if (tool_name === 'Bash' && typeof command === 'string' && ALLOWED.test(command)) return 'allow';
    return {
      decision: 'deny',
      message: 'CI runs npm test, npm run build and git only. Continue without it.',
    };
  },
  // The first option is the one that Claude recommends.
  onInteractiveQuestion: ({ questions }) =>
    Object.fromEntries(
      questions.map(({ question, options }) => [question, options[0]?.label ?? 'decide yourself']),
    ),
  onPlan: () => 'approve',
});
session.on('tool_started', ({ name }) => console.error(`· ${name}`));

const { outcome, text, error, cost_usd = 0 } = await session.finished();
await session.stop();
console.log(text || error?.message);
console.error(`${outcome}, $${cost_usd.toFixed(2)}`);
process.exitCode = outcome === 'completed' ? 0 : 1;
