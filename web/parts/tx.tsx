import type { ComponentChild } from 'preact';
import { t } from '../../src/core/translate.ts';

/** A translated text with elements in it: `tx('Run this on {host}.', { host: <b>{name}</b> })`. */
export function tx(text: string, parts: Readonly<Record<string, ComponentChild>>): ComponentChild[] {
  return t(text)
    .split(/\{(\w+)\}/)
    .map((piece, index) => (index % 2 === 0 ? piece : parts[piece]));
}
