import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { PAGE_STYLE, PAGE_STYLE_HASH } from './html-style.ts';

test('the policy contains the hash of the style', () => {
  expect(PAGE_STYLE_HASH).toBe(`sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}`);
});
