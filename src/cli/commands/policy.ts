/** `reins policy`: shows and replaces the current rules. */
import { matchText } from '../../core/wording/rule-text.ts';
import { describeProblem } from '../../hub/policy/describe-policy.ts';
import type { Rule } from '../../protocol/policy.ts';
import type { PolicyAnswer } from '../../protocol/policy-api.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { readPolicyText } from '../policy/read-policy-text.ts';
import { printJson } from '../print.ts';
import { cleanText } from '../terminal/clean-text.ts';
import { plural } from '../terminal/format.ts';
import { chooseStyle } from '../terminal/style.ts';
import { renderTable } from '../terminal/table.ts';

interface Output {
  readonly json?: boolean;
}

/** Fails if the file is invalid, so that a script notices. */
export async function showPolicy({ json }: Output): Promise<number> {
  const answer = await findHub(process.env).client.policy.get();
  if (json) printJson(answer);
  else console.log(render(answer));
  return answer.problems.length > 0 ? EXIT.failed : EXIT.done;
}

export async function setPolicy(
  file: string,
  { json, ifVersion }: Output & { readonly ifVersion?: string },
): Promise<number> {
  const policy = readPolicyText(file);
  const { client } = findHub(process.env);
  const answer = await client.policy.replace(policy, ifVersion === undefined ? {} : { version: ifVersion });
  if (json) printJson(answer);
  else console.log(`${plural(policy.rules.length, 'rule is', 'rules are')} in force.`);
  return EXIT.done;
}

function render({ policy, problems }: PolicyAnswer): string {
  if (problems.length > 0) {
    const list = problems.map((problem) => describeProblem(problem, 'policy.json'));
    return cleanText(
      ['No rule applies until the file is fixed; you are asked about everything.', ...list].join('\n'),
    );
  }
  if (policy.rules.length === 0) return 'There are no rules: you are asked about everything.';
  const style = chooseStyle(process.stdout, process.env);
  const rows = policy.rules.map((rule, index) => [
    { text: String(index + 1) },
    { text: rule.name, paint: style.strong },
    { text: rule.enabled === false ? 'off' : describeDecision(rule) },
    { text: matchText(rule.match) ?? 'always', paint: style.quiet },
  ]);
  const columns = [
    { header: '#', align: 'right' as const },
    { header: 'RULE', flexible: true },
    { header: 'DECIDES', flexible: true },
    { header: 'WHEN', flexible: true },
  ];
  return renderTable(columns, rows, { width: process.stdout.columns, paintHeader: style.quiet });
}

/** `allow`, `deny Not now.` */
function describeDecision({ decide }: Rule): string {
  if (typeof decide === 'string') return decide;
  const [[name, value] = ['', '']] = Object.entries(decide);
  return `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}
