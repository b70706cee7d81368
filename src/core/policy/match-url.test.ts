import { expect, test } from 'vitest';
import { checkHostPattern, checkUrlPattern, hostMatches, urlMatches } from './match-url.ts';

test.each([
  ['example.com', 'https://example.com/x', true],
  ['example.com', 'https://EXAMPLE.com./x', true],
  ['Example.com', 'http://example.com/x', true],
  ['example.com', 'https://www.example.com/', false],
  ['example.com', 'https://example.com.evil.org/', false],
  ['example.com', 'https://evil.org/example.com', false],
  ['example.com', 'https://example.com@evil.org/', false],
  ['example.com', 'https://user:pw@example.com/', false],
  ['example.com', 'https://example.com:8443/', false],
  ['example.com:8443', 'https://example.com:8443/', true],
  ['example.com:443', 'https://example.com/', true],
  ['*.example.com', 'https://a.b.example.com/', true],
  ['*.example.com', 'https://example.com/', false],
  ['*.example.com', 'https://badexample.com/', false],
  ['example.com', 'ftp://example.com/', false],
  ['example.com', 'file:///example.com', false],
  ['example.com', 'example.com', false],
  ['example.com', 'https:\\\\evil.org\\@example.com/', false],
])('to grant, the host %j covers %j: %j', (pattern, url, expected) => {
  expect(hostMatches(pattern, url, false)).toBe(expected);
});

test.each([
  ['example.com', 'https://example.com:8443/', true],
  ['example.com', 'https://user@example.com/', true],
  ['example.com', 'not an address', true],
  ['example.com', 'https://example.org/', false],
])('to refuse, the host %j covers %j: %j', (pattern, url, expected) => {
  expect(hostMatches(pattern, url, true)).toBe(expected);
});

test.each([
  ['https://example.com/docs/*', 'https://example.com/docs/a?b=c', true],
  ['https://example.com/docs/*', 'https://example.com/docs/../secret', false],
  ['https://example.com/docs/*', 'https://example.com/docs/%2e%2e/secret', false],
  ['https://example.com/docs/*', 'https://example.com/docs/.git/../../secret', false],
  ['https://example.com/docs/*', 'https://example.com/docs/a.b/../../secret', false],
  ['https://example.com/docs/*', 'https://example.com/docs/..', false],
  ['https://example.com/docs/*', 'https://example.com/docs/', true],
  ['https://example.com/docs/*', 'https://example.com/docs', false],
  ['https://example.com/*', 'https://example.com', true],
  ['https://example.com/docs/*', 'http://example.com/docs/', false],
  ['https://example.com/*', 'https://example.com.evil.org/', false],
  ['https://example.com/a', 'https://example.com/a', true],
  ['https://example.com/a', 'https://example.com/a/b', false],
  ['https://example.com/*', 'https://x@example.com/', false],
])('%j covers %j: %j', (pattern, url, expected) => {
  expect(urlMatches(pattern, url, false)).toBe(expected);
});

test.each([
  'https://example.com',
  'https://example.com*',
  'example.com/*',
  'https://*/x',
  'https://a/*/b',
  'ftp://a/*',
])('%j is refused as an address', (pattern) => {
  expect(() => checkUrlPattern(pattern)).toThrow();
});

test.each(['*', '*com', 'a.*', 'https://a', 'a/b', '', '*.*.com'])('%j is refused as a host', (pattern) => {
  expect(() => checkHostPattern(pattern)).toThrow();
});
