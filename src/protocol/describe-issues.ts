/** Describes the issues of invalid input, in one sentence per field. */
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

export function describeIssues(issues: readonly Issue[]): string {
  return issues.map(describe).join(' ');
}

/** The invalid fields, for programs. */
export function fieldsOf(issues: readonly Issue[]): string[] {
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [...issue.path, key].join('.'))
      : [issue.path.join('.')],
  );
}

function describe(issue: Issue): string {
  const where = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => JSON.stringify(key)).join(', ');
    return `Unknown ${issue.keys.length > 1 ? 'fields' : 'field'} ${names}${where && ` in ${where}`}.`;
  }
  return `${where || 'The input'}: ${wordsOf(issue)}.`;
}

/** Messages of the schemas are kept; those of the library are replaced. */
const OF_LIBRARY = /^(?:Too (?:big|small)|Invalid (?!JSON)|Unrecognized)/;

function wordsOf(issue: Issue): string {
  if (!OF_LIBRARY.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'too_big':
      return `must ${sizeOf(issue.origin, 'at most', Number(issue.maximum))}`;
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return 'must not be empty';
      return `must ${sizeOf(issue.origin, 'at least', Number(issue.minimum))}`;
    case 'invalid_type':
      return issue.input === undefined && /received undefined/.test(issue.message)
        ? 'is missing'
        : `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_value': {
      const values = issue.values.map((value) => JSON.stringify(value));
      return `must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}`;
    }
    case 'invalid_format':
      return `must be ${FORMATS[issue.format] ?? `a valid ${issue.format}`}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return 'has a value that is not allowed here';
  }
}

function sizeOf(origin: string, limit: string, count: number): string {
  if (origin === 'string') return `have ${limit} ${count} character${count === 1 ? '' : 's'}`;
  if (origin === 'array' || origin === 'set')
    return `have ${limit} ${count} entr${count === 1 ? 'y' : 'ies'}`;
  return `be ${limit} ${count}`;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  url: 'an address such as https://hub.example',
  date: 'a day such as 2026-01-31',
  datetime: 'a moment such as 2026-01-31T12:00:00Z',
  uuid: 'a UUID',
  guid: 'a UUID',
  email: 'an e-mail address',
};
