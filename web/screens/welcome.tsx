/** For new users, until they dismiss it: what Reins is, whether hooks and phones are set up, and a sample session. */
import type { ComponentChild, ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter';
import { t } from '../../src/core/translate.ts';
import type { HooksState, Setup } from '../../src/protocol/setup.ts';
import { keep } from '../hub/kept.ts';
import { useHub } from '../hub/page-hub.ts';
import { CopyLine } from '../parts/copy-line.tsx';
import { Icon } from '../parts/icon.tsx';
import { tx } from '../parts/tx.tsx';
import { Warning } from '../parts/warning.tsx';

interface WelcomeProps {
  readonly hasSessions: boolean;
  readonly onDismiss: () => void;
}

export function Welcome({ hasSessions, onDismiss }: WelcomeProps) {
  const { client } = useHub();
  const [setup, setSetup] = useState<Setup>();
  useEffect(() => {
    const load = () => client.setup.get().then(setSetup, () => {});
    void load();
    // The person runs commands in a terminal and comes back.
    addEventListener('focus', load);
    return () => removeEventListener('focus', load);
  }, [client]);
  const dismiss = () => {
    keep('no-welcome', true);
    onDismiss();
  };
  if (!setup) return null;
  return (
    <section class="welcome" aria-labelledby="welcome">
      <header>
        <h2 id="welcome">{t('Welcome to Reins')}</h2>
        <button
          type="button"
          class="icon-button"
          aria-label={t('Dismiss the introduction')}
          onClick={dismiss}
        >
          <Icon name="close" />
        </button>
      </header>
      <ul>
        <li>{t('Every Claude Code session on {host} appears here, live.', { host: setup.host })}</li>
        <li>{t('Requests appear here and in the terminal. The first answer counts.')}</li>
        <li>{t('You can start, prompt and stop sessions from any paired device.')}</li>
      </ul>
      {!hasSessions && (
        <p class="muted">{t('No sessions yet. Start claude in any terminal of this machine.')}</p>
      )}
      <Hooks {...setup.hooks} />
      <Reach addresses={setup.addresses} />
      <Sample hasClaude={setup.has_claude} />
    </section>
  );
}

const HOOKS: Readonly<Record<HooksState, (file: ComponentChild) => ComponentChildren>> = {
  installed: () => t('The hooks are installed: sessions in terminals can be answered from here.'),
  missing: () => (
    <>
      {t(
        'Claude Code does not report to this hub yet. Run this on its machine to answer sessions from here:',
      )}{' '}
      <CopyLine text="reins install" />
    </>
  ),
  disabled: (file) => tx('"disableAllHooks" in {file} disables the hooks', { file }),
  unreadable: (file) => tx('Claude Code ignores its settings, because they cannot be read: {file}', { file }),
};

function Hooks({ state, file }: Setup['hooks']) {
  return <Step isDone={state === 'installed'}>{HOOKS[state](<code>{file}</code>)}</Step>;
}

function Reach({ addresses }: Pick<Setup, 'addresses'>) {
  const outside = addresses.find(({ from }) => from !== 'this_machine');
  if (outside) {
    return (
      <Step isDone={outside.is_secure}>
        {tx('Phones reach this hub at {address}.', { address: <code>{outside.url}</code> })}{' '}
        {!outside.is_secure && `${t('Notifications need HTTPS.')} `}
        <Link href="/settings">{t('Pair a device')}</Link>
      </Step>
    );
  }
  return (
    <Step isDone={false}>
      {t('A phone cannot reach this hub yet. This shows what to do:')}
      <CopyLine text="reins reach" />
    </Step>
  );
}

function Step({ isDone, children }: { readonly isDone: boolean; readonly children: ComponentChildren }) {
  return (
    <div class="step">
      <Icon name={isDone ? 'check' : 'info'} />
      <div>{children}</div>
    </div>
  );
}

/** Offers a session that asks for one permission. */
function Sample({ hasClaude }: { readonly hasClaude: boolean }) {
  const hub = useHub();
  const [, go] = useLocation();
  const [problem, setProblem] = useState<string>();
  const [isStarting, setStarting] = useState(false);
  if (!hub.maySteer()) return null;
  if (!hasClaude)
    return (
      <Step isDone={false}>
        {t('The hub cannot find Claude Code. Put claude on its PATH, then restart the hub.')}
      </Step>
    );
  const start = async () => {
    setStarting(true);
    setProblem(undefined);
    try {
      go(`/sessions/${(await hub.client.setup.startSample()).session_id}`);
    } catch (error) {
      setProblem((error as Error).message);
      setStarting(false);
    }
  };
  return (
    <div class="sample">
      {problem && <Warning words={problem} />}
      <button type="button" class="button primary" disabled={isStarting} onClick={() => void start()}>
        {t('Start a sample session')}
      </button>
      <p class="small muted">
        {t('One short prompt in a temporary folder. Claude asks you before it runs a command.')}
      </p>
    </div>
  );
}
