/** Sums of money: rounded for programs, and as text for people. */
import { numberText } from '../translate.ts';

/** In millionths of a dollar, as prices are: sums of fractions would otherwise show their binary rest. */
export function roundMoney(usd: number): number {
  return Math.round(usd * 1_000_000) / 1_000_000;
}

/** `$1.50`. A small sum is not shown as nothing. */
export function moneyText(usd: number): string {
  return usd > 0 && usd < 0.01 ? `<${dollars(0.01)}` : dollars(usd);
}

function dollars(usd: number): string {
  return numberText(usd, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' });
}
