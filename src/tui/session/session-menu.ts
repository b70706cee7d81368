/** What can be done with a session as a whole: only what its driver can do and this person may. */
import { modelName } from '../../core/conversation/model-name.ts';
import { modelChoices } from '../../core/model-choices.ts';
import { CHOSEN_MODES } from '../../core/new-session/run-options.ts';
import { canBeEnded, endWarning } from '../../core/words/end-words.ts';
import { lossWords } from '../../core/words/loss-words.ts';
import { modeWords } from '../../core/words/suggestion-words.ts';
import { untrustedFolder, untrustedWords } from '../../core/words/trust-words.ts';
import { ReinsError } from '../../protocol/errors.ts';
import type { Capability, Session, SessionView } from '../../protocol/session.ts';
import type { ScreenContext } from '../screens/screen.ts';
import type { Menu, MenuAction, MenuChoice } from './menu-pane.ts';

/** Shows more to choose from, later. */
export type AskBack = (menu: Menu) => void;

export function sessionMenu(view: SessionView, context: ScreenContext, ask: AskBack): Menu {
  const { client } = context.hub;
  const maySteer = context.hub.maySteer();
  const { session_id: id, status, capabilities, driver } = view;
  const can = (one: Capability) => maySteer && capabilities.includes(one);
  const isLive = status !== 'ended';
  const run = (call: () => Promise<Session>, done: string) => (): undefined => {
    follow(context, id, call, done);
  };
  const choice = (label: string, value: MenuAction, letter?: string): MenuChoice => ({
    label,
    value,
    ...(letter && { letter }),
  });
  const warning = endWarning(view);
  const models = modelChoices(context.hub.sessions.sessions);
  const setModel = (model: string) => run(() => client.changeSession(id, { model }), `Model: ${model}`)();
  const rename = (name: string) => run(() => client.changeSession(id, { name }), `Renamed to ${name}`)();
  const choices: (MenuChoice | false)[] = [
    isLive &&
      can('set_mode') &&
      choice(
        `Mode: ${modeWords(view.permission_mode) || 'as it is'}`,
        () => ({
          title: 'Mode',
          start: (CHOSEN_MODES as readonly (string | undefined)[]).indexOf(view.permission_mode),
          choices: CHOSEN_MODES.map((mode) =>
            choice(
              modeWords(mode),
              run(() => client.changeSession(id, { permission_mode: mode }), `Mode: ${modeWords(mode)}`),
            ),
          ),
        }),
        'm',
      ),
    isLive &&
      can('set_model') &&
      choice(
        `Model: ${modelName(view.model ?? '') || 'as it is'}`,
        () => ({
          title: 'Model',
          start: models.findIndex(({ value }) => value === view.model || view.model?.includes(value)),
          choices: [
            ...models.map(({ value, label }) => choice(label, () => setModel(value))),
            choice('another', () => ({
              title: 'Name of the model',
              choices: [],
              field: { text: '', take: setModel },
            })),
          ],
        }),
        'o',
      ),
    can('resume') && choice('Resume', () => resume(context, id, ask), 'r'),
    can('takeover') && choice('Take over from the terminal', () => takeOver(context, id, ask), 't'),
    can('fork') &&
      choice(
        'Fork into a new session',
        () =>
          begin(context, id, ask, {
            call: (agreed) => client.fork(id, agreed),
            done: 'Forked. What was said so far shows up with your first message.',
          }),
        'f',
      ),
    maySteer &&
      choice(
        'Rename',
        () => ({ title: 'Name', choices: [], field: { text: view.title, take: rename } }),
        'n',
      ),
    maySteer &&
      driver === 'external' &&
      isLive &&
      choice(
        view.relay ? 'No longer relay messages to this terminal' : 'Relay messages to this terminal',
        run(
          () => client.changeSession(id, { relay: !view.relay }),
          view.relay ? 'Relay is off' : 'Relay is on',
        ),
      ),
    maySteer &&
      canBeEnded(view) &&
      choice('End this session', () => ({
        title: 'End this session?',
        ...(warning && { warning }),
        choices: [
          choice('No, leave it', () => undefined),
          choice(
            'Yes, end it; its history stays',
            run(() => client.stopSession(id), 'Ended'),
          ),
        ],
      })),
  ];
  return { title: 'This session', choices: choices.filter((one) => one !== false) };
}

export function resume(context: ScreenContext, id: string, ask: AskBack): undefined {
  begin(context, id, ask, { call: (agreed) => context.hub.client.resume(id, agreed), done: 'Resumed' });
}

/** Asks once more when something would be lost by it. */
export function takeOver(context: ScreenContext, id: string, ask: AskBack, force = false): undefined {
  begin(context, id, ask, {
    call: (agreed) => context.hub.client.takeover(id, { force, ...agreed }),
    done: 'Taken over',
    isTold: (error) => {
      if (force || !(error instanceof ReinsError) || error.code !== 'takeover_needs_force') return false;
      ask({
        title: 'Take over all the same?',
        warning: `Lost would be: ${lossWords(error.details)?.join('; ') ?? 'what it is doing'}`,
        choices: [
          { label: 'No, leave it in its terminal', value: () => undefined },
          { label: 'Yes, take it over', value: () => takeOver(context, id, ask, true) },
        ],
      });
      return true;
    },
  });
}

interface Beginning {
  readonly call: (agreed: { readonly trust?: true }) => Promise<Session>;
  readonly done: string;
  readonly isTold?: (error: unknown) => boolean;
}

/** Asks whether the folder is to be trusted when nobody has trusted it yet. */
function begin(
  context: ScreenContext,
  id: string,
  ask: AskBack,
  { call, done, isTold }: Beginning,
): undefined {
  follow(
    context,
    id,
    () => call({}),
    done,
    (error) => {
      const folder = untrustedFolder(error);
      if (folder === undefined) return isTold?.(error) ?? false;
      ask({
        title: 'Trust this folder?',
        warning: untrustedWords(folder),
        choices: [
          { label: 'No, do not start it', value: () => undefined },
          {
            label: 'Yes, I trust it',
            value: () => follow(context, id, () => call({ trust: true }), done, isTold),
          },
        ],
      });
      return true;
    },
  );
}

/** Calls that make another session lead there. */
function follow(
  context: ScreenContext,
  id: string,
  call: () => Promise<Session>,
  done: string,
  isTold: (error: unknown) => boolean = () => false,
): undefined {
  context.act(async () => {
    try {
      const session = await call();
      context.hub.sessions.put(session);
      context.tell(done);
      if (session.session_id !== id) context.go({ name: 'session', id: session.session_id });
    } catch (error) {
      if (!isTold(error)) throw error;
    }
  });
}
