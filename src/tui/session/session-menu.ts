/** Actions on a session: those that its driver supports and this person may use. */
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

/** Shows a submenu later. */
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
        `Mode: ${modeWords(view.permission_mode) || 'unchanged'}`,
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
        `Model: ${modelName(view.model ?? '') || 'unchanged'}`,
        () => ({
          title: 'Model',
          start: models.findIndex(({ value }) => value === view.model || view.model?.includes(value)),
          choices: [
            ...models.map(({ value, label }) => choice(label, () => setModel(value))),
            choice('another', () => ({
              title: 'Model name',
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
            done: 'Forked. Earlier messages appear after your first one.',
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
        view.relay ? 'Stop relaying messages to this terminal' : 'Relay messages to this terminal',
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
          choice('No, keep it running', () => undefined),
          choice(
            'Yes, end it (its history is kept)',
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

/** Asks for confirmation if something would be lost. */
export function takeOver(context: ScreenContext, id: string, ask: AskBack, force = false): undefined {
  begin(context, id, ask, {
    call: (agreed) => context.hub.client.takeover(id, { force, ...agreed }),
    done: 'Taken over',
    isTold: (error) => {
      if (force || !(error instanceof ReinsError) || error.code !== 'takeover_needs_force') return false;
      ask({
        title: 'Take over anyway?',
        warning: `This would be lost: ${lossWords(error.details)?.join('; ') ?? 'what it is doing'}`,
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

/** Asks whether to trust the folder if it is untrusted. */
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
          { label: 'No, do not start', value: () => undefined },
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

/** Goes to the session if the call created another one. */
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
