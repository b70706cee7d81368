/**
 * Masks secrets in everything that leaves the hub: by their shape, and by the name of their field. The mask
 * names the kind of secret. False positives are better than misses, but identifiers (hashes, UUIDs) stay.
 */
import { isRecord } from '../../lib/json-values.ts';
import { isSecretName, isStandIn, maskNamedSecrets } from './named-secrets.ts';
import { SECRET_SHAPES } from './secret-shapes.ts';

const MASK = '[masked]';

export function maskSecrets(text: string): string {
  let masked = text;
  for (const { name, pattern, hint } of SECRET_SHAPES) {
    if (hint !== undefined && !masked.includes(hint)) continue;
    masked = masked.replace(pattern, (...parts: unknown[]) => {
      const groups = parts.at(-1);
      const { before = '', after = '' } = isRecord(groups) ? groups : {};
      return `${before}[masked: ${name}]${after}`;
    });
  }
  return maskNamedSecrets(masked, MASK);
}

/** The same for every text in a value, at any depth. A text under a secret's name is masked completely. */
export function maskValue<Value>(value: Value): Value {
  return maskAny(value) as Value;
}

function maskAny(value: unknown, name = ''): unknown {
  if (typeof value === 'string') {
    return isSecretName(name) && value.length > 3 && !isStandIn(value) ? MASK : maskSecrets(value);
  }
  if (Array.isArray(value))
    return isLines(value) ? maskLines(value) : value.map((entry) => maskAny(entry, name));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, maskAny(entry, key)]));
}

/** Lines of one text, as in a patch: a private key spans many of them. */
function maskLines(lines: readonly string[]): string[] {
  return maskSecrets(lines.join('\n')).split('\n');
}

function isLines(values: readonly unknown[]): boolean {
  return values.length > 1 && values.every((value) => typeof value === 'string' && !value.includes('\n'));
}
