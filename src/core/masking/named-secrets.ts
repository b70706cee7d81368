/**
 * Secrets recognized by their name: `password=…`, `"api_key": "…"`, `--token …`. A name alone is not enough:
 * code is full of `token: string` and `password = readPassword()`, which must stay readable.
 */

const NAME_END =
  'pass(?:word|wd|phrase)|pwd|secret|token|credential|api[_-]?key|access[_-]?key(?:[_-]?id)?|private[_-]?key|secret[_-]?key|signing[_-]?key|encryption[_-]?key|auth[_-]?key';

/** Whether a field of this name contains a secret. */
const SECRET_NAME = new RegExp(`^[\\w.-]{0,60}(?:${NAME_END})$`, 'i');

const PAIR = new RegExp(
  `(?<name>\\b[\\w.-]{0,60}?(?:${NAME_END})|(?<=[\\s_-])(?:${NAME_END}))` +
    `(?<quote>\\\\?["']?)(?<between>[ \\t]{0,4}(?:=>|:=|[:=])[ \\t]{0,4})` +
    `(?:(?<open>\\\\?["'\`])(?<quoted>[^"'\`\\n\\\\]{4,400})(?=\\\\?["'\`])|(?<bare>[^\\s"'\`,;&|<>(){}\\[\\]\\\\]{6,400})(?<next>\\(?))`,
  'gi',
);

const FLAG = new RegExp(
  `(?<flag>--[a-z-]{0,30}?(?:${NAME_END})[ \\t]{1,4})(?<value>[^\\s"'-][^\\s"']{3,200})`,
  'gi',
);

export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** A text without any of these contains no named secret: most texts need no closer check. */
const HINT = /pass|pwd|secret|token|credential|key/i;

export function maskNamedSecrets(text: string, mask: string): string {
  if (!HINT.test(text)) return text;
  const pairs = text.replace(PAIR, (whole: string, ...rest: unknown[]) => {
    const { name = '', quote = '', between = '', open, quoted, bare = '', next = '' } = rest.at(-1) as Groups;
    if (quoted !== undefined) {
      return isStandIn(quoted) ? whole : `${name}${quote}${between}${open}${mask}`;
    }
    const isAssigned = between === '=';
    const isKept = next === '(' || isStandIn(bare) || !(isAssigned ? isValue(bare) : isRandom(bare));
    return isKept ? whole : `${name}${quote}${between}${mask}`;
  });
  return pairs.replace(FLAG, (whole: string, ...rest: unknown[]) => {
    const { flag = '', value = '' } = rest.at(-1) as Groups;
    return isStandIn(value) ? whole : `${flag}${mask}`;
  });
}

type Groups = Readonly<Record<string, string | undefined>>;

/** A reference, an example, or already masked: useless to an attacker. */
export function isStandIn(value: string): boolean {
  return (
    /^(?:\$|%\w+%|<|\{\{|\*{3}|x{4,}|\.{3}|…|\[masked|your[-_ ]|process\.env|os\.environ|import\.meta|secrets\.|vars\.)/i.test(
      value,
    ) ||
    /^(?:string|number|boolean|undefined|null|none|true|false|example|changeme|placeholder|required|optional)$/i.test(
      value,
    )
  );
}

/** After `=` without spaces, as in a settings file: plain words count too, except code. */
function isValue(value: string): boolean {
  return !/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(value);
}

/** Letters and digits mixed, unlike words in code. */
function isRandom(value: string): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value) && !/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$]|\[)/.test(value);
}
