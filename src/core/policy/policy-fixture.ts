/** Requests, moments and rules for tests of this folder. */
import type { Policy, Rule } from '../../protocol/policy.ts';
import type { HubPlaces, Moment, PendingInteraction } from './pending-interaction.ts';

export const hub: HubPlaces = {
  home: '/home/ann/.reins',
  userHome: '/home/ann',
  addresses: ['127.0.0.1:4820', 'hub.example:4820'],
  files: ['/tmp/reins-1000/abc.sock'],
};

/** Thursday. */
export const moment: Moment = { now: new Date(2026, 10, 19, 10, 30), sessionCostUsd: 1, dayCostUsd: 5, hub };

export const CWD = '/home/ann/code/shop';

export function toolInteraction(
  tool_name: string,
  input: Record<string, unknown>,
  more: Partial<PendingInteraction> = {},
): PendingInteraction {
  return {
    kind: 'permission',
    tool_name,
    input,
    session_id: '0b8f1de2-6b1c-4c3e-9d51-6d4a7b8f0e11',
    cwd: CWD,
    permission_mode: 'default',
    ...more,
  };
}

export function bashInteraction(command: string, more: Partial<PendingInteraction> = {}): PendingInteraction {
  return toolInteraction('Bash', { command, description: 'do something' }, more);
}

/** Rules named by their index unless they have a name. */
export function policyOf(...rules: (Omit<Rule, 'name'> & { name?: string })[]): Policy {
  return { rules: rules.map((rule, index) => ({ name: `rule ${index}`, ...rule })) };
}

/** The lines of a table written as text; `\n` in one stands for a line break. */
export function linesOf(table: string): string[] {
  return table
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => line.replaceAll('\\n', '\n'));
}
