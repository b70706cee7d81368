import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../translate.ts';
import { moneyText, roundMoney } from './money.ts';

afterEach(() => setLanguage({ locale: undefined, catalogue: {} }));

test('small costs are not nothing', () => {
  expect([0, 0.0001, 0.0099, 0.01, 1.234].map(moneyText)).toEqual([
    ...['$0.00', '<$0.01', '<$0.01', '$0.01', '$1.23'],
  ]);
});

test('sums have no binary rest', () => {
  expect([0.0008 * 11, 0.1 + 0.2, 1 / 3].map(roundMoney)).toEqual([0.0088, 0.3, 0.333333]);
});

test('as another language writes it', () => {
  setLanguage({ locale: 'de', catalogue: {} });
  expect([0.001, 1234.5].map(moneyText)).toEqual(['<0,01\u00a0$', '1.234,50\u00a0$']);
});
