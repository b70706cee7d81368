/** Values for a JSON schema: mostly valid, with an occasional invalid one. */
import fc from 'fast-check';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly format?: string;
}

/** Values that the test's hub knows, so that requests reach something. */
export interface Known {
  readonly ids: readonly string[];
  readonly folders: readonly string[];
}

/** Addresses are on this machine, where nothing listens. */
const URLS = ['http://127.0.0.1:1/', 'https://127.0.0.1:1/push', 'http://[::1]:1/a?b#c'];
const TEXTS = [
  ...[
    '',
    'a',
    'x y',
    'true',
    '0',
    '-1',
    '1e9',
    '2026-01-01',
    '2026-01-01T00:00:00.000Z',
    '-271821-04-20',
    '22:30',
  ],
  ...[
    '\u0000',
    '\ud800',
    '\u202e',
    '%',
    '%00',
    '../..',
    '*',
    '"',
    "'",
    '{}',
    '[]',
    'null',
    '__proto__',
    'constructor',
  ],
  ...['x'.repeat(3000), 'é'.repeat(100), '(', '[a', 'a"b OR c', 'NEAR(', ':-', 'epoch:1', 'hook', 'all'],
];

const text = (known: Known) =>
  fc.oneof(fc.constantFrom(...TEXTS, ...known.ids, ...known.folders, ...URLS), fc.string({ maxLength: 20 }));
const number = fc.oneof(fc.constantFrom(0, 1, -1, 1.5, 80, 1e9, 1e21, -1e308, 2 ** 53), fc.integer());

export function anything(known: Known): fc.Arbitrary<unknown> {
  return fc.oneof(
    text(known),
    number,
    fc.constantFrom(null, true, false, [], {}),
    fc.jsonValue({ maxDepth: 3 }),
  );
}

/** `find` returns the schema behind a `$ref`. */
export function valueFor(
  schema: Schema,
  find: (ref: string) => Schema,
  known: Known,
  depth = 0,
): fc.Arbitrary<unknown> {
  const wrong = { arbitrary: anything(known), weight: 1 };
  if (depth > 6) return wrong.arbitrary;
  const inner = (other: Schema) => valueFor(other, find, known, depth + 1);
  const right = (): fc.Arbitrary<unknown> => {
    if (schema.$ref) return inner(find(schema.$ref));
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (schema.const !== undefined) return fc.constant(schema.const);
    const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (choices) return fc.oneof(...choices.map(inner));
    const [type = 'any', ...others] = [schema.type ?? []].flat();
    if (others.length > 0)
      return fc.oneof(...[type, ...others].map((one) => inner({ ...schema, type: one })));
    if (type === 'object') return objectFor(schema, inner, known);
    if (type === 'array')
      return fc.array(schema.items ? inner(schema.items) : wrong.arbitrary, { maxLength: 4 });
    if (type === 'boolean') return fc.boolean();
    if (type === 'number' || type === 'integer') return number;
    if (type === 'null') return fc.constant(null);
    if (type !== 'string') return wrong.arbitrary;
    if (schema.format === 'uuid') return fc.constantFrom(...known.ids);
    return schema.format === 'uri' ? fc.constantFrom(...URLS) : text(known);
  };
  return fc.oneof({ arbitrary: right(), weight: 12 }, wrong);
}

function objectFor(
  { properties = {}, required = [], additionalProperties }: Schema,
  inner: (schema: Schema) => fc.Arbitrary<unknown>,
  known: Known,
): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) =>
    fc.tuple(
      fc.constant(name),
      name === 'cwd' ? fc.constantFrom(...known.folders) : inner(schema),
      // Only some optional fields at a time: an invalid one would hide the rest.
      fc.nat(9).map((chance) => (required.includes(name) ? chance > 0 : chance < 2)),
    ),
  );
  const own = fc
    .tuple(...fields)
    .map((drawn) =>
      Object.fromEntries(drawn.flatMap(([name, value, isThere]) => (isThere ? [[name, value]] : []))),
    );
  if (additionalProperties === undefined || additionalProperties === false) return own;
  const more = typeof additionalProperties === 'object' ? inner(additionalProperties) : anything(known);
  const names = fc.oneof(
    fc.constantFrom(...known.ids, 'command', 'questions', 'rules', 'version'),
    fc.string(),
  );
  return fc.tuple(own, fc.dictionary(names, more, { maxKeys: 3 })).map(([a, b]) => ({ ...a, ...b }));
}
