/** Lines that a rule allows, run by real shells: only allowed programs run, with allowed arguments. */
import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { decide } from '../../../src/core/policy/decide.ts';
import { bashInteraction, moment, policyOf } from '../../../src/core/policy/policy-fixture.ts';
import { parseCommandLine } from '../../../src/core/policy/shell/parse-command-line.ts';
import { quoteForShell } from '../../../src/lib/quote-for-shell.ts';
import { fuzz } from '../fuzz.ts';
import { allowedCommands, commandLine, PROGRAMS } from './command-lines.ts';
import { runLines, type ShellForm } from './run-lines.ts';

const FORMS: readonly ShellForm[] = [
  { shell: '/bin/bash', options: ['--norc', '--noprofile'] },
  {
    shell: '/bin/bash',
    options: ['--norc', '--noprofile', '-O', 'extglob', '-O', 'globstar'],
    isEvaluated: true,
  },
  { shell: '/bin/dash', options: [] },
  { shell: '/bin/zsh', options: ['-f'] },
  { shell: '/bin/zsh', options: ['-f', '-o', 'extendedglob', '-o', 'nonomatch'], isEvaluated: true },
].filter(({ shell }) => existsSync(shell));

const DRAWN = 1500;
/** As many of the allowed ones are run, in each shell. */
const RUN = 100;

fuzz('shell', async (seed) => {
  const [commands = []] = fc.sample(allowedCommands, { seed, numRuns: 1 });
  const policy = policyOf({ match: { command: commands }, decide: 'allow' });
  const isAllowed = (line: string) => decide(policy, bashInteraction(line), moment).decision === 'allow';
  const drawn = fc.sample(commandLine, { seed, numRuns: DRAWN });
  const lines = [...new Set(drawn)].filter(isAllowed).slice(0, RUN);
  const form = FORMS[seed % FORMS.length];
  if (!form || lines.length === 0) return { cases: drawn.length, findings: [] };

  const ran = await runLines(form, PROGRAMS, lines);
  const report = (line: string, what: string) =>
    `rule ${JSON.stringify(commands)}\nline ${JSON.stringify(line)}\nin ${[form.shell, ...form.options].join(' ')}: ${what}`;
  const findings = lines.flatMap((line, at) =>
    (ran.calls[at] ?? [])
      .filter((call) => !isShown(line, call) || !isAllowed(call.map(quoteForShell).join(' ')))
      .map((call) => report(line, `ran ${JSON.stringify(call)}`)),
  );
  if (ran.changed) findings.push(report(lines.join('\n---\n'), `left ${JSON.stringify(ran.changed)}`));
  if (ran.isStuck) findings.push(report(lines.join('\n---\n'), 'did not end'));
  return { cases: drawn.length, findings };
});

/** Whether the parser predicted this call; a word that the shell expands may be anything. */
function isShown(line: string, call: readonly string[]): boolean {
  const parsed = parseCommandLine(line);
  if (!parsed.understood) return false;
  return parsed.commands.some(
    ({ words }) =>
      words.length === call.length && words.every(({ text, expands }, at) => expands || call[at] === text),
  );
}
