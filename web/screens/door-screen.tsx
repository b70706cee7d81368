/** For devices that are not paired: pairs with the code in the link, or shows how to get one. */
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import { type Entry, useToken as keepToken, pairWith } from '../hub/entry.ts';
import { CopyLine } from '../parts/copy-line.tsx';
import { Warning } from '../parts/warning.tsx';

interface DoorProps {
  readonly entry: Exclude<Entry, { state: 'in' }>;
  readonly onAgain: () => void;
}

export function DoorScreen({ entry, onAgain }: DoorProps) {
  const [problem, setProblem] = useState(entry.state === 'stranger' ? entry.reason : undefined);
  const [isPairing, setPairing] = useState(() => codeInLink() !== '');
  // A code works once.
  useEffect(() => {
    const code = codeInLink();
    if (code === '') {
      if (isInvitation()) onAgain();
      return;
    }
    history.replaceState(null, '', '/');
    pairWith(code).then(onAgain, (error: Error) => {
      setProblem(error.message);
      setPairing(false);
    });
  }, []);
  if (isPairing) return <p class="empty">{t('Pairing this device…')}</p>;
  if (entry.state === 'unreachable') return <Unreachable onAgain={onAgain} />;
  return (
    <main class="empty door">
      <img src="/icons/reins.svg" alt="" width="56" height="56" />
      <h2>{entry.wasRevoked ? t('Access was revoked') : t('This device is not paired')}</h2>
      {problem && <Warning words={problem} />}
      {entry.wasRevoked && <p>{t('The hub no longer knows this device. You can pair it again.')}</p>}
      <p>
        {t(
          'Reins shows the Claude Code sessions of a machine and lets you answer them. Run this on that machine, then open the link here. Each link works once.',
        )}
      </p>
      <CopyLine text={isThisMachine() ? 'reins pair --role operator' : 'reins pair'} />
      <TokenForm onAgain={onAgain} />
    </main>
  );
}

/** A person at the hub's machine may do everything there anyway. */
function isThisMachine(): boolean {
  return /^(localhost|127\.|\[::1\])/.test(location.hostname);
}

function codeInLink(): string {
  return isInvitation() ? location.hash.slice(1) : '';
}

/** A link that pairs this device, or one that shares a session. */
export function isInvitation(): boolean {
  return location.pathname === '/pair' || location.pathname.startsWith('/share/');
}

function Unreachable({ onAgain }: { readonly onAgain: () => void }) {
  useEffect(() => {
    const timer = setTimeout(onAgain, 3000);
    return () => clearTimeout(timer);
  }, [onAgain]);
  return (
    <main class="empty door">
      <img src="/icons/reins.svg" alt="" width="56" height="56" />
      <h2>{t('Cannot reach the hub')}</h2>
      <p>{t('Retrying every few seconds. If the hub is stopped, start it on its machine.')}</p>
      <CopyLine text="reins up" />
    </main>
  );
}

function TokenForm({ onAgain }: { readonly onAgain: () => void }) {
  const [token, setToken] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    keepToken(token.trim());
    onAgain();
  };
  return (
    <details class="token-form">
      <summary class="text-button">{t('Use a token instead')}</summary>
      <form onSubmit={submit}>
        <input
          class="field mono"
          type="password"
          aria-label={t('Token')}
          placeholder={t('Token')}
          autoComplete="off"
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
        <button type="submit" class="button" disabled={token.trim() === ''}>
          {t('Connect')}
        </button>
      </form>
      <p class="small">{t('The token is kept in this tab until you close it.')}</p>
    </details>
  );
}
