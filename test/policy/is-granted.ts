/** Whether a policy allows a command in a folder of a fictional user. */
import { decide } from '../../src/core/policy/decide.ts';
import type { Policy } from '../../src/protocol/policy.ts';

export function isGranted(policy: Policy, command: string): boolean {
  const interaction = {
    kind: 'permission',
    tool_name: 'Bash',
    input: { command },
    session_id: '0b8f1de2-6b1c-4c3e-9d51-6d4a7b8f0e11',
    cwd: '/home/someone/code',
    permission_mode: 'default',
  } as const;
  const hub = { home: '/srv/hub/.reins', userHome: '/home/someone', addresses: ['127.0.0.1:4820'] };
  return decide(policy, interaction, { now: new Date(), hub }).decision === 'allow';
}
