/**
 * Keyboard shortcuts. A key presses the button of the focused card or row that names it, so keys and taps always do the
 * same.
 */
import { useEffect } from 'preact/hooks';
import { useLocation } from 'wouter';

/** The second key of two, such as `g i`, must follow within this time. */
const PAIR_MS = 1000;

const PLACES: Readonly<Record<string, string>> = {
  i: '/',
  s: '/sessions',
  n: '/new',
  f: '/search',
  d: '/decisions',
  r: '/rules',
  u: '/usage',
};

/** Keys that scroll, as a share of the visible height. */
const SCROLLS: Readonly<Record<string, number>> = {
  PageUp: -0.9,
  PageDown: 0.9,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** Reported by a list before a key scrolls it; `detail` is the share of the visible height. */
export const KEY_SCROLL = 'key-scroll';

interface KeyTargets {
  readonly onHelp: () => void;
  readonly onPalette: () => void;
}

export function useKeys({ onHelp, onPalette }: KeyTargets): void {
  const [, go] = useLocation();
  // The listener outlives single renders.
  useEffect(() => {
    let leaderAt = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      if (isPaletteKey(event)) {
        event.preventDefault();
        if (!document.querySelector('dialog[open]')) onPalette();
        return;
      }
      const { key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
      if (SCROLLS[key] && scrollScreen(event, SCROLLS[key])) event.preventDefault();
      if (isWriting(event.target)) return;
      const isSecond = performance.now() - leaderAt < PAIR_MS;
      leaderAt = Number.NEGATIVE_INFINITY;
      if (isSecond && PLACES[key]) go(PLACES[key]);
      else if (key === 'g') leaderAt = performance.now();
      else if (key === 'j') move(1);
      else if (key === 'k') move(-1);
      else if (key === '?') onHelp();
      else if (key === '/') focusOn('[data-search]');
      else if (key === 'c') focusOn('[data-composer]');
      else if (key === 't') visible('[data-terminal]')[0]?.click();
      else if ('ade'.includes(key) && key.length === 1) act(key);
      else if (/^[1-9]$/.test(key)) choose(Number(key));
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

/** Works while writing, too, except in the terminal, which has its own meaning for it. */
function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  const isInTerminal = target instanceof Element && target.closest('.keyboard-input') !== null;
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey && !isInTerminal;
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox]):not([type=radio]), textarea, select')
  );
}

function visible(selector: string): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.offsetParent !== null);
}

/** Moves through the cards if there are any, otherwise through the list. */
function move(step: number): void {
  const cards = visible('[data-card]');
  const all = cards.length > 0 ? cards : visible('[data-row]');
  const at = all.findIndex((one) => one.contains(document.activeElement));
  const next = all[at === -1 ? 0 : Math.min(all.length - 1, Math.max(0, at + step))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/** The card in focus, or the only one. */
function cardInFocus(): HTMLElement | undefined {
  const cards = visible('[data-card]:not([data-over])');
  return (
    cards.find((one) => one.contains(document.activeElement)) ?? (cards.length === 1 ? cards[0] : undefined)
  );
}

/** Chooses an option of a question by its number. */
function choose(number: number): void {
  const option = cardInFocus()?.querySelectorAll<HTMLInputElement>('.option input')[number - 1];
  if (!option?.matches(':enabled')) return;
  option.focus();
  option.click();
}

/** Scrolls what the screen shows, unless the key means something to the element in focus. */
function scrollScreen({ target, key }: KeyboardEvent, share: number): boolean {
  const part = target instanceof Element ? target : document.body;
  const isInMessage = part.matches('[data-composer]') && key.startsWith('Page');
  const isOwn = isWriting(target) ? !isInMessage : part.closest('.scroll, .conversation-list, pre, table');
  const list = visible('.main .conversation-list, .main .scroll')[0];
  // A conversation has not measured all rows down to its end; its button leads there nevertheless.
  const toEnd = key === 'End' && !isWriting(target) ? visible('.main .jump')[0] : undefined;
  toEnd?.click();
  if (toEnd) return true;
  if (isOwn || !list) return false;
  const to = Math.max(0, Math.min(list.scrollHeight, list.scrollTop + share * list.clientHeight));
  if (to === list.scrollTop) return true;
  list.dispatchEvent(new CustomEvent(KEY_SCROLL, { bubbles: true, detail: share }));
  list.scrollTo({ top: to });
  return true;
}

function act(key: string): void {
  const card = cardInFocus();
  const button = card?.querySelector<HTMLButtonElement>(`button[data-key="${key}"]:not(:disabled)`);
  button?.click();
  // A dangerous request takes two keys: the first focuses the button, Enter presses it.
  card?.querySelector<HTMLButtonElement>(`button[data-key="${key}-careful"]`)?.focus();
}

function focusOn(selector: string): void {
  visible(selector)[0]?.focus();
}
