/** Light or dark: as the system, or as chosen on this device. */
import { keep, readKept } from './kept.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** The colour of the browser's own bars, as in index.html. */
const BARS = { light: '#ffffff', dark: '#131210' };

export function chosenTheme(): Theme {
  const kept = readKept<string>('theme', 'system');
  return THEMES.find((theme) => theme === kept) ?? 'system';
}

export function chooseTheme(theme: Theme): void {
  keep('theme', theme === 'system' ? undefined : theme);
  applyTheme(theme);
}

export function applyTheme(theme: Theme = chosenTheme()): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = bar.media.includes('dark') ? 'dark' : 'light';
    bar.content = BARS[theme === 'system' ? own : theme];
  }
}
