/** Code and docs avoid phrases that docs/style.md replaces. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Each phrase with its replacement. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bwhoever\b/gi, 'name the person or program'],
  [/\bsomebody\b/gi, 'someone'],
  [/\bmend(?:s|ed|ing)?\b/gi, 'fix'],
  [/\banew\b/gi, 'again'],
  [/\bin vain\b/gi, 'timed out'],
  [/\ball the same\b/gi, 'anyway'],
  [/\bof (?:ours|yours|theirs)\b/gi, 'our, your, their'],
  [/\bunless told\b/gi, 'by default'],
  [/\b(?:what|which) became of\b/gi, 'the outcome of'],
  [/\b(?:stands?|stood) (?:in|behind|beside|below|above|between)\b/gi, 'is in'],
  [/\b(?:lies?|lay) (?:in|beside)\b/gi, 'is in'],
  [/\bpass(?:es|ed)? (?:by|over)\b/gi, 'skip'],
  [/\bt(?:ake|akes|aken|ook) (?:(?:it|them|one|a session) )?(?:up again|along)\b/gi, 'resume, export'],
  [/\bfetch(?:es|ed)? (?:you|a person|people)\b/gi, 'notify'],
  [/\bhear(?:s|d)? of\b/gi, 'receive, see'],
  [/\bwords of (?:one|your|their)\b/gi, 'own text'],
  [/\b(?:an|the|each|every|open|past) asks?\b/gi, 'request'],
  [/\/ there where\b/gi, 'present if'],
  [/(?<!\bthere )\b(?:is|are) no (?!longer|more|need|matter|route)[a-z]/gi, 'is not a'],
];

/** Lists the phrases themselves. */
const EXEMPT = ['docs/style.md', 'test/architecture/'];

test('code and docs contain none of the phrases', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.el', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((file) => !EXEMPT.some((start) => file.startsWith(start)));
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => phrasesIn(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test.for([
  ['// Whoever asks', ['example.ts: "// Whoever asks", write: name the person or program']],
  ['throw new Error("Mend it.");', ['example.ts: "throw new Error("Mend it.");", write: fix']],
  ['/**\n * Made for the\n * ask.\n */', ['example.ts: "/** Made for the ask. */", write: request']],
  ['// This is no WebSocket.', ['example.ts: "// This is no WebSocket.", write: is not a']],
  ['// There is no session. It is no longer there.', []],
] as const)('the check recognizes: %j', ([source, found]) => {
  expect(phrasesIn('example.ts', source)).toEqual(found);
});

/** Searches names as well, since most phrases are not parts of any. */
function phrasesIn(file: string, source: string): string[] {
  const text = source.replace(/\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ');
  return PHRASES.flatMap(([phrase, instead]) =>
    [...text.matchAll(phrase)].map(({ index, 0: { length } }) => {
      const excerpt = text.slice(Math.max(0, index - 20), index + length + 20);
      return `${file}: "${excerpt}", write: ${instead}`;
    }),
  );
}
