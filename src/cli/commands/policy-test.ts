/** `reins policy test`: what rules would have decided about past requests, next to the actual decisions. Changes nothing. */
import { objectOf } from '../../core/tool-object.ts';
import type { SimulatedAsk, Simulation } from '../../protocol/policy-api.ts';
import { findHub } from '../../sdk-node/find-hub.ts';
import { EXIT } from '../exit-codes.ts';
import { readPolicyText } from '../policy/read-policy-text.ts';
import { printJson } from '../print.ts';
import { ageOf, plural } from '../terminal/format.ts';
import { chooseStyle, type Style } from '../terminal/style.ts';
import { renderTable } from '../terminal/table.ts';

export interface TestOptions {
  readonly since?: string;
  readonly limit: string;
  readonly all?: boolean;
  readonly json?: boolean;
}

export async function testPolicy(
  file: string | undefined,
  { since, limit, all, json }: TestOptions,
): Promise<number> {
  const policy = file === undefined ? undefined : readPolicyText(file);
  const { client } = findHub(process.env);
  const found = await client.policy.simulate({
    ...(policy && { policy }),
    ...(since !== undefined && { since }),
    limit: Number(limit),
  });
  if (json) printJson(found);
  else
    console.log(
      renderSimulation(found, { all: all ?? false, now: Date.now(), width: process.stdout.columns }),
    );
  return EXIT.done;
}

function renderSimulation(
  { items, counts }: Simulation,
  { all, now, width }: { all: boolean; now: number; width?: number | undefined },
): string {
  if (counts.asks === 0) return 'There were no requests in that time.';
  const style = chooseStyle(process.stdout, process.env);
  const shown = all ? items : items.filter(({ compared }) => compared !== 'ask' && compared !== 'same');
  const rows = shown.map((interaction) => [
    { text: ageOf(interaction.opened_at, now) },
    { text: interaction.compared === 'ask' ? '' : interaction.compared, paint: paintOf(interaction, style) },
    { text: interaction.was },
    { text: interaction.would },
    { text: interaction.rule?.name ?? '' },
    { text: describe(interaction), paint: style.quiet },
  ]);
  const columns = [
    { header: 'AGE' },
    { header: '' },
    { header: 'WAS' },
    { header: 'WOULD' },
    { header: 'RULE', flexible: true },
    { header: 'ASKED', flexible: true },
  ];
  const table = renderTable(columns, rows, { width, paintHeader: style.quiet });
  return [...summarize(counts), ...(rows.length > 0 ? ['', table] : [])].join('\n');
}

function summarize({ asks, would, compared }: Simulation['counts']): string[] {
  const decided = Object.entries(would)
    .filter(([name]) => name !== 'ask')
    .map(([name, count]) => `${name} ${count}`);
  const list = decided.length > 0 ? decided.join(', ') : 'nothing';
  const wider = compared.wider ?? 0;
  return [
    `Of ${plural(asks, 'past request')}, these rules would have decided: ${list}; ${would.ask ?? 0} left to a person.`,
    ...(wider > 0 ? [`They would have allowed ${plural(wider, 'request')} that had been denied.`] : []),
  ];
}

function paintOf({ compared }: SimulatedAsk, { fails, waits, quiet }: Style) {
  if (compared === 'wider') return fails;
  return compared === 'narrower' ? waits : quiet;
}

function describe({ kind, tool_name = kind, input, cwd }: SimulatedAsk): string {
  return `${tool_name} ${objectOf({ name: tool_name, input }, cwd)}`;
}
