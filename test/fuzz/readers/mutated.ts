/** Almost valid JSON values: recorded ones with some parts replaced. */
import fc from 'fast-check';

/** About the maximum depth that is accepted. */
const DEEP = JSON.parse(`${'['.repeat(120)}1${']'.repeat(120)}`) as unknown;

const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'length',
  '',
  'type',
  'then',
  'toJSON',
];
const ODD: readonly unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e308, -1e308, 2 ** 53, 8.64e15, 1e21],
  ...[
    '',
    ' ',
    'x',
    '\ud800',
    '\u0000',
    '\u2028',
    '\u001b[2J',
    '\u202e',
    'x'.repeat(100_000),
    '\n'.repeat(1000),
  ],
  ...[
    '+275760-09-13T00:00:00.000Z',
    '-271821-04-20T00:00:00.000Z',
    '0000-00-00',
    '1970-01-01T00:00:00Z',
    'NaN',
  ],
  ...[[], {}, [null], [[]], { type: 'text' }, { type: 'tool_use' }, [{ type: 'tool_result' }], DEEP],
  ...NAMES,
  ...[{ ['__proto__']: 1 }, { constructor: null }, { toJSON: 1 }, Array.from({ length: 1000 }, () => 0)],
];

type Holder = Record<string, unknown> | unknown[];

interface Change {
  readonly place: number;
  readonly how: 'replace' | 'remove' | 'rename' | 'add' | 'wrap' | 'copy';
  readonly value: unknown;
  readonly name: string;
}

const change: fc.Arbitrary<Change> = fc.record({
  place: fc.nat(10_000),
  how: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'rename', 'add', 'wrap', 'copy'),
  value: fc.oneof(fc.constantFrom(...ODD), fc.jsonValue({ maxDepth: 3 })),
  name: fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 8 })),
});

/** One of the values with up to `most` changes; in some cases none. */
export function mutated<Value>(values: readonly Value[], most = 4): fc.Arbitrary<Value> {
  return fc
    .tuple(fc.constantFrom(...values), fc.array(change, { maxLength: most }))
    .map(([value, changes]) => changes.reduce(apply, structuredClone(value) as unknown) as Value);
}

function apply(root: unknown, { place, how, value, name }: Change): unknown {
  const places = placesIn(root);
  const chosen = places[place % Math.max(1, places.length)];
  if (!chosen) return structuredClone(how === 'wrap' ? { [name]: root } : value);
  const { holder, key } = chosen;
  const own = holder as Record<string, unknown>;
  if (how === 'remove') delete own[key];
  else if (how === 'add') define(own, name, value);
  else if (how === 'wrap') define(own, key, [own[key]]);
  else if (how === 'copy') define(own, key, places[(place * 7) % places.length]?.holder);
  else if (how === 'rename') {
    define(own, name, own[key]);
    if (name !== key) delete own[key];
  } else define(own, key, value);
  // Input is text: it cannot contain cycles or holes in a list.
  return JSON.parse(safeJson(root));
}

function safeJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch {
    return 'null';
  }
}

/** `__proto__` also becomes an own field, as in parsed JSON. */
function define(holder: Record<string, unknown>, name: string, value: unknown): void {
  if (Array.isArray(holder) && name === 'length') return;
  Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true });
}

function placesIn(root: unknown): { holder: Holder; key: string }[] {
  const found: { holder: Holder; key: string }[] = [];
  const waiting = [root];
  while (waiting.length > 0 && found.length < 2000) {
    const holder = waiting.pop();
    if (typeof holder !== 'object' || holder === null) continue;
    for (const key of Object.keys(holder)) {
      found.push({ holder: holder as Holder, key });
      waiting.push((holder as Record<string, unknown>)[key]);
    }
  }
  return found;
}
