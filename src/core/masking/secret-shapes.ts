/**
 * The shapes of secrets that can be recognized by themselves. Every pattern is bounded or a single character
 * class, so that matching takes linear time. Hashes, UUIDs and other identifiers do not match.
 */

export interface SecretShape {
  /** The text of the mask, after the word "masked". */
  readonly name: string;
  /** Global. Groups named `before` and `after` are kept. */
  readonly pattern: RegExp;
  /** Contained in each of them: texts without it need no closer check. */
  readonly hint?: string;
}

/** Ends with the key; without an end marker everything that follows may be key. */
const PRIVATE_KEY =
  /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----|$)/g;

export const SECRET_SHAPES: readonly SecretShape[] = [
  { name: 'private key', pattern: PRIVATE_KEY, hint: 'PRIVATE KEY' },
  { name: 'Reins token', pattern: /\breins_[\w-]{43,}/g },
  { name: 'Anthropic key', pattern: /\bsk-ant-[\w-]{16,}/g },
  {
    name: 'API key',
    pattern: /\bsk-(?:proj-|svcacct-|admin-|or-v1-)?(?=[\w-]{0,40}\d)[A-Za-z0-9_]{20,}[\w-]*/g,
  },
  { name: 'Stripe key', pattern: /\b(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,}/g },
  { name: 'GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{22,})/g },
  { name: 'GitLab token', pattern: /\bgl(?:pat|dt|ptt|rt|cbt|soat)-[\w-]{20,}/g },
  { name: 'npm token', pattern: /\bnpm_[A-Za-z0-9]{30,}/g },
  { name: 'PyPI token', pattern: /\bpypi-AgE[\w-]{30,}/g },
  { name: 'AWS key', pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g },
  { name: 'Google key', pattern: /\b(?:AIza[\w-]{35}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,})/g },
  { name: 'Slack token', pattern: /\bxox[abeoprs](?:\.xox[bp])?-[\w-]{10,}|\bxapp-[\w-]{20,}/g },
  {
    name: 'Slack webhook',
    pattern: /(?<before>\bhooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/+-]{20,}/g,
  },
  {
    name: 'Discord webhook',
    pattern: /(?<before>\bdiscord(?:app)?\.com\/api\/webhooks\/\d{5,25}\/)[\w-]{20,}/g,
  },
  { name: 'Telegram token', pattern: /\b\d{8,10}:AA[\w-]{33}/g },
  { name: 'SendGrid key', pattern: /\bSG\.[\w-]{16,}\.[\w-]{16,}/g },
  { name: 'Hugging Face token', pattern: /\bhf_[A-Za-z]{30,}/g },
  { name: 'DigitalOcean token', pattern: /\bdo[opr]_v1_[a-f0-9]{40,}/g },
  { name: 'age key', pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{50,}/g },
  { name: 'JSON web token', pattern: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g },
  {
    name: 'credentials',
    pattern: /(?<before>\b(?:bearer|basic)[ \t]{1,4})(?=[^\s"'\\]{0,40}[\d=])[\w.~+/=-]{16,}/gi,
  },
  {
    name: 'password',
    hint: '://',
    pattern:
      /(?<before>\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'`<>]{0,100}:)[^\s/@"'`<>${}]{1,200}(?<after>@)/gi,
  },
  {
    name: 'password',
    hint: 'curl',
    pattern: /(?<before>\bcurl\b[^\n]{0,300}?\s(?:-u|--user)[ =]["']?[^\s:"']{1,100}:)[^\s"']{1,200}/g,
  },
];
