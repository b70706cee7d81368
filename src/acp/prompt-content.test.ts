import type { ContentBlock } from '@agentclientprotocol/sdk';
import { expect, test } from 'vitest';
import { readPrompt, wordsOf } from './prompt-content.ts';

const text = (value: string): ContentBlock => ({ type: 'text', text: value });
const link = (uri: string, name = 'it'): ContentBlock => ({ type: 'resource_link', uri, name });

test('text and mentions become one prompt', () => {
  expect(readPrompt([text('look at '), link('file:///work/a.ts'), text(' please')])).toEqual({
    text: 'look at @/work/a.ts please',
  });
});

test.each([
  ['file:///work/a%20b.ts', '@"/work/a b.ts"'],
  ['file:///work/a.ts#L10:20', '@/work/a.ts#L10-20'],
  ['file:///work/a.ts#L10', '@/work/a.ts#L10'],
  ['/work/a.ts', '@/work/a.ts'],
  ['https://example.org/x', '[it](https://example.org/x)'],
  ['file:///work/%E0%A4%A', '@/work/%E0%A4%A'],
])('%s is named %s', (uri, name) => {
  expect(readPrompt([link(uri)])).toEqual({ text: name });
});

test('excerpts of files follow the text', () => {
  const resource = { uri: 'file:///a.ts', text: 'let a;' };
  expect(readPrompt([text('why '), { type: 'resource', resource }])).toEqual({
    text: 'why @/a.ts\n\n<context ref="file:///a.ts">\nlet a;\n</context>',
  });
});

test('images and PDF files', () => {
  const pdf = { uri: 'file:///a.pdf', mimeType: 'application/pdf', blob: 'BBBB' };
  const prompt = readPrompt([
    text('see'),
    { type: 'image', mimeType: 'image/png', data: 'AAAA' },
    { type: 'resource', resource: pdf },
  ]);
  expect(prompt).toEqual({
    content: [
      { type: 'text', text: 'see@/a.pdf' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'BBBB' } },
    ],
  });
  expect(wordsOf(prompt)).toBe('see@/a.pdf');
});

test('refuses unsupported content with an explanation', () => {
  const audio: ContentBlock = { type: 'audio', mimeType: 'audio/wav', data: 'AAAA' };
  expect(() => readPrompt([audio])).toThrow(/"audio" cannot be sent to Claude/);
  const blob = { uri: 'file:///a.zip', mimeType: 'application/zip', blob: 'AAAA' };
  expect(() => readPrompt([{ type: 'resource', resource: blob }])).toThrow(/a\.zip \(application\/zip\)/);
});
