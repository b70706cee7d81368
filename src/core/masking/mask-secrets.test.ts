import { expect, test } from 'vitest';
import { maskSecrets, maskValue } from './mask-secrets.ts';

/** Generated here, so that secret scanners find nothing in this repository. */
const random = (length: number, alphabet = 'aB3dE5gH7jK9mN2pQ4sT6vW8') =>
  Array.from({ length }, (_, index) => alphabet[(index * 7 + 3) % alphabet.length]).join('');
const upper = (length: number) => random(length, 'ABCD2345EFGH67');
const pem = (kind: string) =>
  `-----BEGIN ${kind}PRIVATE KEY-----\nMIIE${random(40)}\n${random(44)}\n-----END ${kind}PRIVATE KEY-----`;

test.each([
  ['a token of Reins', `reins_${random(43)}`],
  ['an Anthropic key', `sk-ant-${'api03'}-${random(60)}`],
  ['an OpenAI key', `sk-${'proj'}-${random(48)}`],
  ['an older OpenAI key', `sk-${random(48)}`],
  ['a Stripe key', `sk_${'live'}_${random(24)}`],
  ['a GitHub token', `ghp_${random(36)}`],
  ['a fine-grained GitHub token', `github_${'pat'}_${random(22)}_${random(59)}`],
  ['a GitLab token', `glpat-${random(20)}`],
  ['an npm token', `npm_${random(36)}`],
  ['an AWS key id', `AKIA${upper(16)}`],
  ['a Google key', `AIza${random(35)}`],
  ['a Slack token', `xoxb-${'123456789012'}-${random(24)}`],
  ['a web token', `eyJ${random(20)}.eyJ${random(40)}.${random(43)}`],
  ['a private key', pem('')],
  ['an RSA key', pem('RSA ')],
  ['an SSH key', pem('OPENSSH ')],
  ['a private key that was cut', pem('EC ').slice(0, -40)],
])('masks %s in any place', (_what, secret) => {
  for (const [before, after] of [
    ['', ''],
    ['x = "', '"; y'],
    ['key ', '\n'],
    ['(', ')'],
  ] as const) {
    if (!secret.includes('END') && secret.startsWith('-----') && after !== '') continue;
    const masked = maskSecrets(`${before}${secret}${after}`);
    expect(masked).toContain('[masked');
    expect(masked).not.toContain(secret.slice(-12));
    expect(masked.startsWith(before)).toBe(true);
    expect(masked.endsWith(after)).toBe(true);
  }
});

test.each([
  [`Authorization: Bearer ${random(32)}`, 'Authorization: Bearer [masked: credentials]'],
  [`curl -H 'authorization: Basic ${random(20)}=='`, "curl -H 'authorization: Basic [masked: credentials]'"],
  ['postgres://app:hunter2@db/x', 'postgres://app:[masked: password]@db/x'],
  ['https://me:p%40ss@host', 'https://me:[masked: password]@host'],
  ['curl -s -u me:hunter2 https://x', 'curl -s -u me:[masked: password] https://x'],
  ['DB_PASSWORD=correcthorse', 'DB_PASSWORD=[masked]'],
  ['export API_KEY="abcd efgh"', 'export API_KEY="[masked]"'],
  ["password: 'hunter2'", "password: '[masked]'"],
  ['password: hunter2', 'password: [masked]'],
  ['{"client_secret":"abc123def"}', '{"client_secret":"[masked]"}'],
  ['{\\"token\\": \\"abc123def\\"}', '{\\"token\\": \\"[masked]\\"}'],
  ['mysql --password hunter22 -h x', 'mysql --password [masked] -h x'],
  [`aws_secret_access_key = ${random(40)}`, 'aws_secret_access_key = [masked]'],
  ['?access_token=abc123def&x=1', '?access_token=[masked]&x=1'],
  [
    `https://hooks.slack.com/services/T${upper(8)}/B${upper(8)}/${random(24)}`,
    'https://hooks.slack.com/services/[masked: Slack webhook]',
  ],
])('masks by name and context: %s', (text, masked) => {
  expect(maskSecrets(text)).toBe(masked);
});

test.each([
  'commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b',
  'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  '"integrity": "sha512-kdPT3zL2Hc3mQyqC1WvCCQ4y1JqTfrbnMtfqDrTTBSMfmHcWLvYpCnqT8XtsKDVvXnyHpCCjFYnU6kKn9gGtFg=="',
  '550e8400-e29b-41d4-a716-446655440000',
  'toolu_01A09q90qw90lq917835lq9 msg_01XFDUDYJgAACzvnptvVoYEL',
  'function login(token: string, password: string): Promise<void>',
  'const token = readToken(file);',
  'const password = options.password;',
  'token = await getToken()',
  'password=$DB_PASSWORD npm start',
  'apiKey: process.env.API_KEY,',
  `TOKEN=$${'{'}{ secrets.TOKEN }}`,
  '"usage":{"input_tokens":1200,"output_tokens":34}',
  'max_tokens: 4096, tokens=12000',
  'const schema = z.object({ password: z.string().min(8) })',
  'the secret: there is none',
  'https://example.com:8080/path@v2',
  'git@github.com:owner/repo.git',
  'sk-learn-contrib-and-other-long-package-names',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ',
  'the bearer of this letter may pass',
  'src/core/policy/shell/parse-command-line.ts:120:7',
])('leaves alone: %s', (text) => {
  expect(maskSecrets(text)).toBe(text);
});

test('masks a text under the name of a secret completely, at any depth', () => {
  const value = {
    input: { env: { GITHUB_TOKEN: 'a b c d', NAME: 'x' }, list: [{ password: 'short' }], tokens: 3 },
  };
  expect(maskValue(value)).toEqual({
    input: { env: { GITHUB_TOKEN: '[masked]', NAME: 'x' }, list: [{ password: '[masked]' }], tokens: 3 },
  });
});

test('masks a private key that spans lines of a patch', () => {
  const lines = [
    ' a',
    ...pem('RSA ')
      .split('\n')
      .map((line) => `+${line}`),
    ' b',
  ];
  expect(maskValue({ lines })).toEqual({ lines: [' a', '+[masked: private key]', ' b'] });
});

test('masking is idempotent', () => {
  const once = maskSecrets(`password=hunter22 ghp_${random(36)} https://a:b@c {"token":"abc123def"}`);
  expect(maskSecrets(once)).toBe(once);
});

test('takes linear time for any text', () => {
  const pieces = [
    'password=',
    'a'.repeat(20),
    'curl ',
    '-----BEGIN PRIVATE KEY-----',
    'http://a:',
    'eyJaaaaaaaa.',
  ];
  for (const piece of [...pieces, 'token: "', 'a-', '--token ', 'sk-']) {
    // 250,000 characters: anything slower than linear would take minutes.
    expect(maskSecrets(piece.repeat(250_000 / piece.length))).toBeTypeOf('string');
  }
});
