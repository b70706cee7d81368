/**
 * What fields mean that have the same meaning wherever they appear, for the API document and the SDK's types. A
 * comment on a field replaces it there.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run-step.mjs';

/** @type {Readonly<Record<string, string>>} */
export const FIELD_GLOSSARY = readJson('src/protocol/field-glossary.json');

/** @typedef {{ description?: string, properties?: Record<string, { description?: string }> }} Schema */

/** @type {Record<string, Schema>} */
const SCHEMAS = readJson('docs/openapi.json').components.schemas;

/**
 * Names that the API document describes only once: events, and fields described by their schema.
 * @type {Map<string, string>}
 */
const DESCRIBED = new Map(
  Object.entries(SCHEMAS).flatMap(([name, { description = '', properties = {} }]) => [
    ...Object.entries(properties).map(([field, about]) => entry(field, about.description ?? '')),
    ...(name.startsWith('event_') ? [entry(name.slice('event_'.length), description)] : []),
  ]),
);

/** @param {string} name @param {string} about @returns {[string, string]} */
function entry(name, about) {
  return [name, about];
}

/** For a field without a comment. @param {string} name */
export function aboutField(name) {
  return FIELD_GLOSSARY[name] ?? DESCRIBED.get(name) ?? '';
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}
