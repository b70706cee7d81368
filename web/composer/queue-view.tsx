/** Messages that have not reached Claude yet: what is in their way, and how to change or take them back. */
import { useState } from 'preact/hooks';
import type { Message } from '../../src/protocol/messages.ts';
import type { SessionView } from '../../src/protocol/session.ts';
import { useHub } from '../hub/page-hub.ts';
import { Icon } from '../parts/icon.tsx';

/** Failed ones stay as long as a person may still want to know. */
const FAILED_FOR_MS = 10 * 60_000;

export function QueueView({ view }: { readonly view: SessionView }) {
  const isShown = ({ state, ended_at }: Message) =>
    state === 'queued' ||
    state === 'delivered' ||
    (state === 'failed' && Date.now() - Date.parse(ended_at ?? '') < FAILED_FOR_MS);
  const messages = view.messages.filter(isShown);
  if (messages.length === 0) return null;
  return (
    <ul class="queue" aria-label="Messages on their way">
      {messages.map((message) => (
        <QueuedMessage key={message.message_id} message={message} sessionId={view.session_id} />
      ))}
    </ul>
  );
}

function QueuedMessage({ message, sessionId }: { readonly message: Message; readonly sessionId: string }) {
  const { client } = useHub();
  const { message_id, text, state, blocked_by, error, when } = message;
  const [edited, setEdited] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const run = (call: Promise<unknown>) => call.catch((failure: Error) => setProblem(failure.message));
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
          <button
            type="button"
            class="button small primary"
            disabled={edited.trim() === ''}
            onClick={() => {
              void run(client.changeMessage(sessionId, message_id, { text: edited.trim() }));
              setEdited(undefined);
            }}
          >
            Save
          </button>
        </div>
      </li>
    );
  }
  return (
    <li>
      <span class="small muted">{problem ?? error?.message ?? stateWords(state, when, blocked_by)}</span>
      <span class="cut">{text || 'a picture'}</span>
      {state === 'queued' && (
        <>
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

const OBSTACLES: Readonly<Record<string, string>> = {
  dialog: 'waits for the dialog',
  trust_dialog: 'waits until the folder is trusted',
  login: 'waits for a login',
  relay_off: 'relaying is off',
  relay_not_waiting: 'waits until the terminal listens',
};

function stateWords(state: Message['state'], when: Message['when'], blockedBy: string | undefined): string {
  if (state === 'delivered') return 'sent';
  if (blockedBy) return OBSTACLES[blockedBy] ?? `waits: ${blockedBy}`;
  return when === 'queue' ? 'queued' : 'on its way';
}
