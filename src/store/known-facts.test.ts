import { expect, test } from 'vitest';
import { hashKey } from './key-hash.ts';
import { KnownFacts } from './known-facts.ts';

test('knows its facts, with the trust of the last source', () => {
  const facts = new KnownFacts();
  const keys = new Map([[7, 'a']]);
  const keyAt = (position: number) => keys.get(position) ?? null;
  const { hash, known } = facts.find('a', keyAt);
  expect(known).toBeUndefined();
  facts.set(hash, 7, 1);
  facts.set(hash, 7, 3);
  expect(facts.find('a', keyAt)).toEqual({ hash, known: { position: 7, trust: 3 } });
  expect(facts.size).toBe(1);
});

test('distinguishes two keys with the same hash', () => {
  const facts = new KnownFacts();
  const keys = new Map([[1, 'other']]);
  const keyAt = (position: number) => keys.get(position) ?? null;
  // Another key was stored in its place.
  facts.set(hashKey('mine', 0), 1, 3);
  const spot = facts.find('mine', keyAt);
  expect(spot).toEqual({ hash: hashKey('mine', 1) });
  keys.set(2, 'mine');
  facts.set(spot.hash, 2, 3);
  expect(facts.find('mine', keyAt).known).toEqual({ position: 2, trust: 3 });
});

test('hashes are distinct integers', () => {
  const hashes = Array.from({ length: 20_000 }, (_, index) => hashKey(`tool:toolu_${index}`, 0));
  expect(hashes.every((hash) => Number.isSafeInteger(hash) && hash >= 0)).toBe(true);
  expect(new Set(hashes).size).toBe(hashes.length);
});
