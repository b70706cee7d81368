/** The message field of a session: queue, steer, or interrupt and send. Drafts are kept until they are sent. */
import { useRef, useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import { whenBack } from '../../src/core/wording/host-words.ts';
import type { MessageWhen } from '../../src/protocol/messages.ts';
import type { Capability, SessionView } from '../../src/protocol/session.ts';
import { makeOutgoing, type Outgoing } from '../../src/sdk/outgoing.ts';
import { keep, readKept } from '../hub/kept.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';
import { Icon } from '../parts/icon.tsx';
import { Warning } from '../parts/warning.tsx';
import { DictateButton, withWords } from './dictate-button.tsx';
import { MessageField } from './message-field.tsx';
import { AddPicture, PictureList } from './picture-list.tsx';
import { QueueView } from './queue-view.tsx';
import { Standstill } from './standstill.tsx';
import { usePictures } from './use-pictures.ts';

const WHEN_TEXT: Readonly<Record<MessageWhen, string>> = {
  queue: t('Queue'),
  steer: t('Steer now'),
  now: t('Interrupt and send'),
};

interface ComposerProps {
  readonly view: SessionView;
  readonly onSent: () => void;
}

export function Composer({ view, onSent }: ComposerProps) {
  const hub = useHub();
  const { session_id: id, status, capabilities } = view;
  const can = (one: Capability) => capabilities.includes(one);
  const [text, setDraft] = useState(() => readKept(`draft.${id}`, ''));
  const setText = (words: string) => {
    setDraft(words);
    // Saved on every key, so that leaving the page loses nothing.
    keep(`draft.${id}`, words === '' ? undefined : words);
  };
  const [when, setWhen] = useState<MessageWhen>('queue');
  const [problem, setProblem] = useState<string>();
  const chosen = usePictures(setProblem);
  const { pictures, set: setPictures, attach } = chosen;
  const latest = useRef({ text, pictures });
  latest.current = { text, pictures };
  const isOffline = useStore(hub.hosts).stateOf(view)?.state === 'offline';
  const isBusy = !isOffline && (status === 'working' || status === 'waiting' || status === 'starting');

  if (!hub.maySteer()) return null;
  // `Troubles` shows why nothing can be done.
  if (!can('prompt') && !can('relay')) return isOffline ? null : <Standstill view={view} />;

  const submit = () => {
    if (text.trim() === '' && pictures.length === 0) return;
    setProblem(undefined);
    // A choice holds even if the turn has just ended: the next one may already be running.
    const outgoing = makeOutgoing(text, pictures, isOffline ? 'queue' : when);
    hub.outbox.send(id, { ...outgoing, ...(isOffline && { deliver_when_back: true }) });
    setText('');
    setPictures([]);
    setWhen('queue');
    onSent();
  };
  /** Puts a cancelled message back into the field, above any newer draft. */
  const restore = (outgoing: Outgoing) => {
    const { text, pictures } = latest.current;
    setText([outgoing.text, text].filter((words) => words.trim() !== '').join('\n\n'));
    setPictures([...outgoing.pictures, ...pictures]);
  };
  const interrupt = () => hub.client.interrupt(id).catch((error: Error) => setProblem(error.message));

  return (
    <div class="composer">
      {problem && <Warning words={problem} />}
      <QueueView view={view} onCancelled={restore} />
      <PictureList pictures={chosen} />
      {isBusy && text.trim() !== '' && can('steer') && (
        <div class="when" role="radiogroup" aria-label={t('Delivery')}>
          {(['queue', 'steer', ...(can('interrupt') ? ['now' as const] : [])] as MessageWhen[]).map((one) => (
            <label key={one} class="chip">
              <input type="radio" name="when" checked={when === one} onChange={() => setWhen(one)} />
              {WHEN_TEXT[one]}
            </label>
          ))}
        </div>
      )}
      {isOffline && <p class="small muted">{whenBack(view.host)}</p>}
      {!can('prompt') && (
        <p class="small muted">{t('Relayed: Claude sees that this was not typed in its terminal')}</p>
      )}
      <form
        class="compose-row"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {can('images') && <AddPicture pictures={chosen} class="icon-button" />}
        <DictateButton onWords={(words) => setText(withWords(text, words))} onProblem={setProblem} />
        <MessageField
          sessionId={id}
          text={text}
          placeholder={
            isOffline
              ? t('Message Claude on {host}', { host: view.host ?? '' })
              : isBusy
                ? t('Queue a prompt')
                : t('Message Claude')
          }
          onText={setText}
          onSend={submit}
          onPictures={can('images') ? (files) => void attach(files) : undefined}
        />
        {isBusy && can('interrupt') && text.trim() === '' ? (
          <button
            type="button"
            class="icon-button round"
            aria-label={t('Interrupt Claude')}
            onClick={interrupt}
          >
            <Icon name="stop" />
          </button>
        ) : (
          <button
            type="submit"
            class="icon-button round send"
            aria-label={t('Send')}
            disabled={text.trim() === '' && pictures.length === 0}
          >
            <Icon name="send" />
          </button>
        )}
      </form>
    </div>
  );
}
