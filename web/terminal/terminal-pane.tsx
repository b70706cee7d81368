/** The live terminal of a session: its screen, connection state and keyboards. */
import { t } from '../../src/core/translate.ts';
import './terminal.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';
import { useIsDesk } from '../parts/use-is-desk.ts';
import { Warning } from '../parts/warning.tsx';
import { KeyBar } from './key-bar.tsx';
import { KeyboardInput, takeKey } from './keyboard-input.tsx';
import { LiveTerminal } from './live-terminal.ts';
import { TerminalSurface } from './terminal-surface.ts';

const HAS_KEYBOARD = matchMedia('(hover: hover)');

export function TerminalPane({ sessionId }: { readonly sessionId: string }) {
  const hub = useHub();
  const isDesk = useIsDesk();
  const [terminal] = useState(() => new LiveTerminal(hub.address, sessionId));
  useStore(terminal);
  useLooking(terminal);
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const cursor = useRef<HTMLDivElement>(null);
  const probe = useRef<HTMLSpanElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (!scroller.current || !grid.current || !list.current || !cursor.current || !probe.current) return;
    const elements = {
      scroller: scroller.current,
      grid: grid.current,
      list: list.current,
      cursor: cursor.current,
      probe: probe.current,
    };
    const surface = new TerminalSurface(elements, terminal);
    if (HAS_KEYBOARD.matches) field.current?.focus();
    return () => surface.stop();
  }, [terminal]);
  const { state, words } = terminal;

  return (
    <section class="terminal" aria-label={t('Terminal')}>
      {state !== 'live' && (
        <p class="terminal-state" role="status">
          {state === 'connecting' ? t('Opening the terminal…') : notLiveText(words)}
        </p>
      )}
      {state === 'live' && words && <Warning words={words} />}
      {/* biome-ignore lint/a11y/useSemanticElements: a screen is not a group of fields */}
      <div
        ref={scroller}
        class="terminal-scroll"
        tabIndex={-1}
        role="group"
        aria-label={t('Screen')}
        onKeyDown={(event) => takeKey(event, terminal, field.current)}
        onMouseUp={() => {
          if (HAS_KEYBOARD.matches && getSelection()?.isCollapsed) field.current?.focus();
        }}
      >
        <div ref={grid} class="terminal-grid" translate={false}>
          <div ref={list} class="terminal-rows" data-terminal-rows />
          <div ref={cursor} class="terminal-cursor" aria-hidden="true" hidden />
          <span ref={probe} class="terminal-probe" aria-hidden="true" />
        </div>
        <KeyboardInput terminal={terminal} field={field} />
      </div>
      {!(isDesk && HAS_KEYBOARD.matches) && <KeyBar terminal={terminal} />}
      {isDesk && HAS_KEYBOARD.matches && (
        <p class="terminal-hint">
          {t('Your keys go to the terminal while it is focused. Press Ctrl+\\ to leave it.')}
        </p>
      )}
    </section>
  );
}

function notLiveText(reason: string | undefined): string {
  return reason
    ? t('Not live ({reason}). The screen may be out of date. Reconnecting…', { reason })
    : t('Not live. The screen may be out of date. Reconnecting…');
}

/** Live only while the page is visible; reconnects together with the page. */
function useLooking(terminal: LiveTerminal): void {
  const { connection } = useHub();
  useEffect(() => {
    const end = new AbortController();
    const look = () => terminal.look(document.visibilityState === 'visible');
    look();
    document.addEventListener('visibilitychange', look, { signal: end.signal });
    let { isLive } = connection;
    const stop = connection.onChange(() => {
      if (connection.isLive === isLive) return;
      isLive = connection.isLive;
      if (isLive) terminal.retry();
      else terminal.renew();
    });
    return () => {
      end.abort();
      stop();
      terminal.close();
    };
  }, [terminal, connection]);
}
