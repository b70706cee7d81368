/** Offers once to install the page, if the browser can; over plain http it names what is missing. */
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import { keep, readKept } from '../hub/kept.ts';
import { Icon } from '../parts/icon.tsx';
import { tx } from '../parts/tx.tsx';

interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

let offered: InstallEvent | undefined;
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  offered = event as InstallEvent;
});

export function InstallHint() {
  const [isGone, setGone] = useState(() => readKept('no-install-hint', false));
  const [, redraw] = useState(0);
  useEffect(() => {
    const look = () => redraw((count) => count + 1);
    addEventListener('beforeinstallprompt', look);
    return () => removeEventListener('beforeinstallprompt', look);
  }, []);
  const dismiss = () => {
    keep('no-install-hint', true);
    setGone(true);
  };
  const isInstalled = matchMedia('(display-mode: standalone)').matches;
  const isApple = /iPhone|iPad/.test(navigator.userAgent);
  if (isGone || isInstalled || (window.isSecureContext && !offered && !isApple)) return null;
  return (
    <div class="hint">
      <p>
        {!window.isSecureContext
          ? tx('This page was loaded over plain HTTP. To add it to your home screen, {link}.', {
              link: <a href="/docs/reach">{t('set up HTTPS')}</a>,
            })
          : isApple
            ? t('To keep Reins one tap away, tap Share, then “Add to Home Screen”.')
            : t('Add Reins to your home screen.')}
      </p>
      {offered && (
        <button type="button" class="button small" onClick={() => void offered?.prompt().then(dismiss)}>
          {t('Install')}
        </button>
      )}
      <button type="button" class="icon-button" aria-label={t('Do not show this again')} onClick={dismiss}>
        <Icon name="close" />
      </button>
    </div>
  );
}
