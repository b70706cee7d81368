/** Parses strict JSON and keeps the position of every value, for edits that leave the rest of a file unchanged. */

export interface JsonNode {
  readonly type: 'object' | 'array' | 'string' | 'scalar';
  /** The value's first offset in the text, and the offset after its last. */
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  /** The members of an object or array, in order. A duplicate key appears twice. */
  readonly members: readonly JsonMember[];
}

/** A value in its container. In an object it starts with its key. */
export interface JsonMember {
  readonly key: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly node: JsonNode;
}

/** Invalid JSON. Line and column are counted from 1. */
export class JsonSyntaxError extends Error {
  readonly line: number;
  readonly column: number;

  constructor(problem: string, text: string, offset: number) {
    const before = text.slice(0, offset).split(/\r\n|[\n\r]/);
    const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1];
    super(`${problem} in line ${line}, column ${column}`);
    this.name = 'JsonSyntaxError';
    this.line = line;
    this.column = column;
  }
}

const BLANK = /[ \t\n\r]*/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])|(?:true|false|null)(?!\w)/y;
const MAX_DEPTH = 500;

/** Throws JsonSyntaxError. Skips a byte order mark at the start. */
export function parseJsonTree(text: string): JsonNode {
  let at = text.startsWith('\ufeff') ? 1 : 0;

  const fail = (problem = describe(text, at)): never => {
    throw new JsonSyntaxError(problem, text, at);
  };
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const take = (sign: string): boolean => {
    match(BLANK);
    if (text[at] !== sign) return false;
    at++;
    return true;
  };

  const readValue = (depth: number): JsonNode => {
    match(BLANK);
    const start = at;
    if (text[at] === '{' || text[at] === '[') return readContainer(depth);
    if (text[at] === '"') return { type: 'string', start, value: readString(), end: at, members: [] };
    const value: unknown = JSON.parse(match(SCALAR) ?? fail());
    return { type: 'scalar', start, end: at, value, members: [] };
  };

  const readString = (): string => {
    if (text[at] !== '"') fail();
    let end = at + 1;
    while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
    try {
      const value: string = JSON.parse(text.slice(at, end + 1));
      at = end + 1;
      return value;
    } catch {
      return fail('a malformed string');
    }
  };

  const readContainer = (depth: number): JsonNode => {
    if (depth > MAX_DEPTH) fail('too deeply nested');
    const start = at;
    const type = text[at++] === '{' ? 'object' : 'array';
    const close = type === 'object' ? '}' : ']';
    const members: JsonMember[] = [];
    if (!take(close)) {
      do members.push(type === 'object' ? readProperty(depth) : readElement(depth));
      while (take(','));
      if (!take(close)) fail();
    }
    return { type, start, end: at, value: contentOf(type, members), members };
  };

  const readElement = (depth: number): JsonMember => {
    const node = readValue(depth + 1);
    return { key: undefined, start: node.start, end: node.end, node };
  };

  const readProperty = (depth: number): JsonMember => {
    match(BLANK);
    const start = at;
    const key = readString();
    if (!take(':')) fail();
    const node = readValue(depth + 1);
    return { key, start, end: node.end, node };
  };

  const root = readValue(0);
  match(BLANK);
  if (at < text.length) fail();
  return root;
}

/** The value of an object's key as a program that parses the file sees it: the last one wins. */
export function memberOf(node: JsonNode | undefined, key: string): JsonNode | undefined {
  return node?.members.findLast((member) => member.key === key)?.node;
}

function contentOf(type: JsonNode['type'], members: readonly JsonMember[]): unknown {
  if (type === 'array') return members.map(({ node }) => node.value);
  // Not by assignment: a key may be `__proto__`.
  return Object.fromEntries(members.map(({ key, node }) => [key, node.value]));
}

function describe(text: string, at: number): string {
  if (at >= text.length) return 'unexpected end';
  if (text.startsWith('//', at) || text.startsWith('/*', at)) return 'a comment, which JSON does not allow,';
  const before = text.slice(0, at).trimEnd();
  if (before.endsWith(',') && /[}\]]/.test(text[at] ?? '')) return 'an extra comma before this position';
  return `unexpected ${JSON.stringify(text[at])}`;
}
