/** Random requests for every operation of the API document: path, query, headers and body, each valid or invalid. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { anything, type Known, type Schema, valueFor } from './schema-values.ts';

export interface DrawnRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Deep enough that it can be parsed, but not serialized. */
const DEEP = ['text', 'input', 'policy', 'answers'].map(
  (name) => `{"${name}":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
);

const HEADERS = [
  ...[
    'last-event-id',
    'if-match',
    'if-none-match',
    'cookie',
    'range',
    'accept',
    'accept-encoding',
    'x-reins-ask',
  ],
  ...['x-reins-host', 'idempotency-key', 'origin', 'x-forwarded-for'],
];

interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const document = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../docs/openapi.json'), 'utf8'),
) as ApiDocument;

export const findSchema = (ref: string): Schema =>
  document.components.schemas[ref.split('/').at(-1) ?? ''] ?? {};

export function requests(known: Known): fc.Arbitrary<DrawnRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const described = operations.map(({ path, method, operation }) =>
    requestFor(path, method, operation, known),
  );
  return fc.oneof(
    { arbitrary: fc.oneof(...described), weight: 20 },
    { arbitrary: oddRequest(known), weight: 1 },
  );
}

/** An operation that does not exist. */
function oddRequest(known: Known): fc.Arbitrary<DrawnRequest> {
  return fc
    .tuple(
      fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
      fc.constantFrom(
        '/',
        '//',
        '/api',
        '/api//',
        '/api/sessions/',
        '/sessions/',
        '/assets/',
        '/api/ws',
        '/%',
        '/%2e%2e/',
      ),
      anything(known).map((value) => encode(textOf(value))),
    )
    .map(([method, path, rest]) => ({ method, path: path + rest, headers: {} }));
}

function requestFor(
  path: string,
  method: string,
  { parameters = [], requestBody }: Operation,
  known: Known,
): fc.Arbitrary<DrawnRequest> {
  const schema = requestBody?.content['application/json']?.schema;
  const body = schema
    ? fc.oneof(
        {
          arbitrary: valueFor(schema, findSchema, known).map((value) => JSON.stringify(value) ?? ''),
          weight: 9,
        },
        {
          arbitrary: fc.oneof(fc.string(), fc.constantFrom('', '{', '"', '[]', 'null', '{"a":1}{', ...DEEP)),
          weight: 1,
        },
      )
    : fc.constant(undefined);
  const values = parameters.map(({ in: where, name, schema: own }) =>
    fc.tuple(fc.constant(where), fc.constant(name), valueFor(own, findSchema, known), fc.nat(9)),
  );
  const type = fc.constantFrom(
    ...Array(12).fill('application/json'),
    'text/plain',
    '',
    'application/json; charset=x',
  );
  return fc
    .tuple(
      fc.tuple(...values),
      body,
      type,
      fc.dictionary(fc.constantFrom('x', 'limit', 'raw'), anything(known), { maxKeys: 1 }),
      fc.dictionary(fc.constantFrom(...HEADERS), anything(known), { maxKeys: 2 }),
    )
    .map(([drawn, sent, contentType, more, headers]) => {
      const given = drawn.filter(([where, , , chance]) => where === 'path' || chance < 5);
      const at = (where: string) => given.filter(([place]) => place === where);
      const filled = at('path').reduce(
        (rest, [, name, value]) => rest.replace(`{${name}}`, encode(textOf(value)) || 'x'),
        path,
      );
      const query = [
        ...at('query').map(([, name, value]) => [name, value] as const),
        ...Object.entries(more),
      ];
      return {
        method: method.toUpperCase(),
        path:
          query.length === 0
            ? filled
            : `${filled}?${query.map(([name, value]) => `${name}=${encode(textOf(value))}`).join('&')}`,
        headers: {
          'content-type': contentType,
          ...Object.fromEntries(
            Object.entries(headers).map(([name, value]) => [name, headerOf(textOf(value))]),
          ),
          ...Object.fromEntries(at('header').map(([, name, value]) => [name, headerOf(textOf(value))])),
        },
        ...(sent !== undefined && { body: sent }),
      };
    });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** A `%` may be alone, and a lone surrogate has no encoding. */
function encode(value: string): string {
  return value === '%' || value === '%00' ? value : encodeURIComponent(Buffer.from(value).toString());
}

function headerOf(value: string): string {
  return value.replace(/[^\x20-\x7e]/g, '').slice(0, 1000);
}
