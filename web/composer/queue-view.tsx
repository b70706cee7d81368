/** Messages that have not reached Claude yet: what is in their way, and how to change or take them back. */
import { useState } from 'preact/hooks';
import { messageWords, queuedMessages } from '../../src/core/words/message-words.ts';
import type { Message, MessagePatch, MessageWhen } from '../../src/protocol/messages.ts';
import type { Capability, SessionView } from '../../src/protocol/session.ts';
import type { Waiting } from '../../src/sdk/outbox.ts';
import type { Outgoing } from '../../src/sdk/outgoing.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';
import { Icon } from '../parts/icon.tsx';

interface QueueViewProps {
  readonly view: SessionView;
  /** A message that never left this page. */
  readonly onTakenBack: (outgoing: Outgoing) => void;
}

export function QueueView({ view, onTakenBack }: QueueViewProps) {
  const { session_id: id, messages: all } = view;
  const { outbox } = useHub();
  const messages = queuedMessages(all, Date.now());
  const isKnown = ({ outgoing }: Waiting) => all.some(({ message_id }) => message_id === outgoing.message_id);
  const waiting = useStore(outbox)
    .of(id)
    .filter((one) => one.state !== 'quick' && !isKnown(one));
  if (messages.length === 0 && waiting.length === 0) return null;
  const takeBack = ({ outgoing }: Waiting) => {
    if (outbox.takeBack(outgoing.message_id)) onTakenBack(outgoing);
  };
  return (
    <ul class="queue" aria-label="Messages on their way">
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
        <WaitingMessage key={one.outgoing.message_id} waiting={one} onTakeBack={() => takeBack(one)} />
      ))}
    </ul>
  );
}

/** One that the hub has not confirmed. While it may have arrived it cannot be taken back here: the hub's queue offers that. */
function WaitingMessage({
  waiting,
  onTakeBack,
}: {
  readonly waiting: Waiting;
  readonly onTakeBack: () => void;
}) {
  const { outgoing, state, note } = waiting;
  const words =
    state === 'sending' ? 'sending' : state === 'unsent' ? 'sent as soon as the hub answers' : note;
  return (
    <li>
      <span class="queue-words">
        <span class="cut">{outgoing.text || 'a picture'}</span>
        <span class={state === 'failed' ? 'problem small' : 'small muted'} role="status">
          {words}
        </span>
      </span>
      {state !== 'sending' && (
        <button
          type="button"
          class="icon-button"
          aria-label={`Take back: ${outgoing.text}`}
          onClick={onTakeBack}
        >
          <Icon name="close" />
        </button>
      )}
    </li>
  );
}

interface Sooner {
  readonly when: MessageWhen;
  readonly words: string;
  readonly needs: readonly Capability[];
}

/** How a message that waits for its turn can be sent at once. */
const SOONER: readonly Sooner[] = [
  { when: 'steer', words: 'Into this turn', needs: ['steer'] },
  { when: 'now', words: 'Stop and send', needs: ['steer', 'interrupt'] },
];

interface QueuedMessageProps {
  readonly message: Message;
  readonly sessionId: string;
  readonly sooner: readonly Sooner[];
  /** The one that goes before it and can be overtaken. */
  readonly earlier: Message | undefined;
}

function QueuedMessage({ message, sessionId, sooner, earlier }: QueuedMessageProps) {
  const { client } = useHub();
  const { message_id, text, state, error } = message;
  const [edited, setEdited] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const run = (call: Promise<unknown>) => call.catch((failure: Error) => setProblem(failure.message));
  const save = (patch: MessagePatch = {}) => {
    void run(client.changeMessage(sessionId, message_id, { text: edited?.trim(), ...patch }));
    setEdited(undefined);
  };
  if (edited !== undefined && state === 'queued') {
    return (
      <li class="queue-edit">
        <textarea
          class="field"
          aria-label="Queued message"
          rows={2}
          value={edited}
          onInput={(event) => setEdited(event.currentTarget.value)}
        />
        <div class="row-end">
          <button type="button" class="button small" onClick={() => setEdited(undefined)}>
            Back
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
            Save
          </button>
        </div>
      </li>
    );
  }
  return (
    <li>
      <span class="queue-words">
        <span class="cut">{text || 'a picture'}</span>
        <span class={error || problem ? 'problem small' : 'small muted'}>
          {problem ?? error?.message ?? messageWords(message)}
        </span>
      </span>
      {state === 'queued' && (
        <>
          {earlier && (
            <button
              type="button"
              class="icon-button"
              aria-label={`Send earlier: ${text}`}
              title="Send earlier"
              onClick={() => run(client.changeMessage(sessionId, message_id, { before: earlier.message_id }))}
            >
              <Icon name="up" />
            </button>
          )}
          <button
            type="button"
            class="icon-button"
            aria-label={`Edit: ${text}`}
            onClick={() => setEdited(text)}
          >
            <Icon name="edit" />
          </button>
          <button
            type="button"
            class="icon-button"
            aria-label={`Take back: ${text}`}
            onClick={() => run(client.removeMessage(sessionId, message_id))}
          >
            <Icon name="close" />
          </button>
        </>
      )}
    </li>
  );
}
