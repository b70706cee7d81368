/** Messages that have not reached Claude yet: their state, and how to edit or cancel them. */
import { useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import { messageText, queuedMessages, waitedForHost } from '../../src/core/wording/message-text.ts';
import type { Message, MessagePatch, MessageWhen } from '../../src/protocol/messages.ts';
import type { Capability, SessionView } from '../../src/protocol/session.ts';
import type { Waiting } from '../../src/sdk/outbox.ts';
import type { Outgoing } from '../../src/sdk/outgoing.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';
import { Icon } from '../parts/icon.tsx';
import { isLeaving, isOnItsWay } from '../session/sending-rows.ts';

interface QueueViewProps {
  readonly view: SessionView;
  /** Called with a cancelled message that the hub never received. */
  readonly onCancelled: (outgoing: Outgoing) => void;
}

export function QueueView({ view, onCancelled }: QueueViewProps) {
  const { session_id: id, messages: all } = view;
  const { outbox } = useHub();
  // The others are in the conversation.
  const messages = queuedMessages(all, Date.now()).filter((message) => !isOnItsWay(message, view));
  const isKnown = ({ outgoing }: Waiting) => all.some(({ message_id }) => message_id === outgoing.message_id);
  const waiting = useStore(outbox)
    .of(id)
    .filter((one) => !isLeaving(one) && !isKnown(one));
  if (messages.length + waiting.length === 0) return null;
  const withdraw = async ({ outgoing }: Waiting) => {
    if (await outbox.withdraw(outgoing.message_id)) onCancelled(outgoing);
  };
  return (
    <ul class="queue" aria-label={t('Queued prompts')}>
      {messages.map((message, index) => (
        <QueuedMessage
          key={message.message_id}
          message={message}
          sessionId={id}
          sooner={SOONER.filter(({ needs }) => needs.every((one) => view.capabilities.includes(one)))}
          earlier={messages.slice(0, index).findLast(({ state }) => state === 'queued')}
        />
      ))}
      {waiting.map((one) => (
        <WaitingMessage key={one.outgoing.message_id} waiting={one} onCancel={() => withdraw(one)} />
      ))}
    </ul>
  );
}

/** A message that certainly has not reached the hub. */
function WaitingMessage({ waiting, onCancel }: { readonly waiting: Waiting; readonly onCancel: () => void }) {
  const { outgoing, state, note } = waiting;
  const words = state === 'unsent' ? t('waiting for the hub') : note;
  return (
    <li>
      <span class="queue-words">
        <span class="cut">{outgoing.text || t('an image')}</span>
        <span class={state === 'failed' ? 'problem small' : 'small muted'} role="status">
          {words}
        </span>
      </span>
      <CancelButton text={outgoing.text} onCancel={onCancel} />
    </li>
  );
}

interface Sooner {
  readonly when: MessageWhen;
  readonly words: string;
  readonly needs: readonly Capability[];
}

/** Ways to send a queued message immediately. */
const SOONER: readonly Sooner[] = [
  { when: 'steer', words: t('Steer now'), needs: ['steer'] },
  { when: 'now', words: t('Interrupt and send'), needs: ['steer', 'interrupt'] },
];

interface QueuedMessageProps {
  readonly message: Message;
  readonly sessionId: string;
  readonly sooner: readonly Sooner[];
  /** The queued message before it, if they can swap places. */
  readonly earlier: Message | undefined;
}

function QueuedMessage({ message, sessionId, sooner, earlier }: QueuedMessageProps) {
  const { client } = useHub();
  const { message_id, text, state, error } = message;
  const [edited, setEdited] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const run = (call: Promise<unknown>) => call.catch((failure: Error) => setProblem(failure.message));
  const remove = () => void run(client.removeMessage(sessionId, message_id));
  const save = (patch: MessagePatch = {}) => {
    void run(client.changeMessage(sessionId, message_id, { text: edited?.trim(), ...patch }));
    setEdited(undefined);
  };
  if (edited !== undefined && state === 'queued') {
    return (
      <li class="queue-edit">
        <textarea
          class="field"
          aria-label={t('Queued prompt')}
          rows={2}
          value={edited}
          onInput={(event) => setEdited(event.currentTarget.value)}
        />
        <div class="row-end">
          <button type="button" class="button small" onClick={() => setEdited(undefined)}>
            {t('Back')}
          </button>
          {sooner.map(({ when, words }) => (
            <button
              key={when}
              type="button"
              class="button small"
              disabled={edited.trim() === ''}
              onClick={() => save({ when })}
            >
              {words}
            </button>
          ))}
          <button
            type="button"
            class="button small primary"
            disabled={edited.trim() === ''}
            onClick={() => save()}
          >
            {t('Save')}
          </button>
        </div>
      </li>
    );
  }
  return (
    <li>
      <span class="queue-words">
        <span class="cut">{text || t('an image')}</span>
        <span class={error || problem ? 'problem small' : 'small muted'}>
          {problem ?? error?.message ?? messageText(message)}
        </span>
      </span>
      {waitedForHost(message) ? (
        <CancelButton text={text} onCancel={remove} />
      ) : (
        state === 'queued' && (
          <>
            {earlier && (
              <button
                type="button"
                class="icon-button"
                aria-label={t('Move up: {text}', { text })}
                title={t('Move up')}
                onClick={() =>
                  run(client.changeMessage(sessionId, message_id, { before: earlier.message_id }))
                }
              >
                <Icon name="up" />
              </button>
            )}
            <button
              type="button"
              class="icon-button"
              aria-label={t('Edit: {text}', { text })}
              onClick={() => setEdited(text)}
            >
              <Icon name="edit" />
            </button>
            <CancelButton text={text} onCancel={remove} />
          </>
        )
      )}
    </li>
  );
}

function CancelButton({ text, onCancel }: { readonly text: string; readonly onCancel: () => void }) {
  return (
    <button type="button" class="icon-button" aria-label={t('Cancel: {text}', { text })} onClick={onCancel}>
      <Icon name="close" />
    </button>
  );
}
