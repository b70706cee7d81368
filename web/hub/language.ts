/** The language of the page: as the browser prefers, or as chosen on this device. */
import { type Catalogue, setLanguage } from '../../src/core/translate.ts';
import { keep, readKept } from './kept.ts';

/** Their own names: people look for the language that they read. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  zh: '简体中文',
  ja: '日本語',
  ko: '한국어',
} as const;
export type Language = keyof typeof LANGUAGES;

const CATALOGUES: Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: Catalogue }>> = {
  de: () => import('../words/de.json'),
  es: () => import('../words/es.json'),
  fr: () => import('../words/fr.json'),
  pt: () => import('../words/pt.json'),
  zh: () => import('../words/zh.json'),
  ja: () => import('../words/ja.json'),
  ko: () => import('../words/ko.json'),
};

export function chosenLanguage(): Language | 'system' {
  const kept = readKept<string>('language', 'system');
  return isLanguage(kept) ? kept : 'system';
}

/** The page is loaded again: its words are read once. */
export function chooseLanguage(language: Language | 'system'): void {
  keep('language', language === 'system' ? undefined : language);
  location.reload();
}

/** Must be done before any module with words is loaded. Without its catalogue the page is English. */
export async function loadLanguage(preferred: readonly string[] = navigator.languages): Promise<void> {
  const { language, locale } = pick(preferred, chosenLanguage());
  document.documentElement.lang = language;
  try {
    const catalogue = language === 'en' ? {} : (await CATALOGUES[language]()).default;
    setLanguage({ locale, catalogue });
  } catch {
    document.documentElement.lang = 'en';
  }
}

/** The first preferred language that the page has; the region, which decides how dates are written, is kept. */
export function pick(
  preferred: readonly string[],
  chosen: Language | 'system',
): { readonly language: Language; readonly locale: string } {
  const base = (locale: string) => locale.split('-')[0]?.toLowerCase() ?? '';
  const language = chosen === 'system' ? preferred.map(base).find(isLanguage) : chosen;
  if (!language) return { language: 'en', locale: 'en' };
  return { language, locale: preferred.find((one) => base(one) === language && isLocale(one)) ?? language };
}

/** Some browsers prefer names such as `en-US@posix`, with which `Intl` throws. */
function isLocale(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length > 0;
  } catch {
    return false;
  }
}

function isLanguage(name: string): name is Language {
  return Object.hasOwn(LANGUAGES, name);
}
