import { describe, expect, test } from 'vitest';
import type { Rule } from '../../protocol/policy.ts';
import { decide } from './decide.ts';
import { namedPaths } from './named-paths.ts';
import type { PendingInteraction } from './pending-interaction.ts';
import { bashInteraction, CWD, moment, policyOf, toolInteraction } from './policy-fixture.ts';

/** The decision of one rule. */
function by(rule: Omit<Rule, 'name'>, interaction: PendingInteraction, when = moment) {
  return decide(policyOf(rule), interaction, when);
}

describe('links', () => {
  const allow = { match: { path: 'src/**' }, decide: 'allow' } as const;
  const edit = toolInteraction('Edit', { file_path: 'src/a.ts' });
  const file = `${CWD}/src/a.ts`;

  test.each([
    ['to where it reads', [[file, file]], 'allow'],
    ['out of the folder', [[file, '/etc/passwd']], 'ask'],
    ['to an unknown place', [], 'ask'],
    [
      'with the whole project',
      [
        [CWD, '/data/shop'],
        [file, '/data/shop/src/a.ts'],
      ],
      'allow',
    ],
  ] as const)('that lead %s', (_, links, expected) => {
    expect(by(allow, edit, { ...moment, links: new Map([...links].map(([a, b]) => [a, b])) }).decision).toBe(
      expected,
    );
  });

  test('reveal a denied file under another name', () => {
    const deny = { match: { path: '~/secrets/**' }, decide: 'deny' } as const;
    const links = new Map([[file, '/home/ann/secrets/x']]);
    expect(by(deny, edit, { ...moment, links }).decision).toBe('deny');
    expect(by(deny, edit).decision).toBe('ask');
  });
});

describe('links of commands', () => {
  const allow = { match: { tool: 'Bash' }, decide: 'allow' } as const;
  const followed = (...paths: string[]) => new Map([CWD, ...paths].map((path) => [path, path]));

  test('that could not be followed are never granted', () => {
    const links = followed(`${CWD}/cat`, `${CWD}/a`);
    expect(by(allow, bashInteraction('cat a'), { ...moment, links }).decision).toBe('allow');
    const reported = by(allow, bashInteraction('cat b'), { ...moment, links });
    expect(reported).toMatchObject({ decision: 'ask' });
    expect(reported.reason).toContain('unknown where');
  });

  test('are all followed, or none is granted', () => {
    const many = bashInteraction(`cat ${Array.from({ length: 600 }, (_, at) => `f${at}`).join(' ')}`);
    const links = followed(...namedPaths(many, '/home/ann'));
    expect(by(allow, many, { ...moment, links }).decision).toBe('ask');
  });

  test.each(['cp x notes', 'cp x --target-directory=notes', 'cp x -tnotes'])(
    'to a git hook are recognized under another name: %s',
    (command) => {
      const links = followed(...namedPaths(bashInteraction(command), '/home/ann'));
      expect(by(allow, bashInteraction(command), { ...moment, links }).decision).toBe('allow');
      links.set(`${CWD}/notes`, `${CWD}/.git/hooks/pre-push`);
      expect(by(allow, bashInteraction(command), { ...moment, links })).toMatchObject({
        decision: 'ask',
        reason: expect.stringContaining('run automatically'),
      });
    },
  );
});
