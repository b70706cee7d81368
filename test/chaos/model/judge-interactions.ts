/** Every request: at most one answer counts, its sender got a confirmation, and it took effect. */
import type { Answer, Interaction } from '../../../src/protocol/interactions.ts';
import { rebuild } from '../../store/rebuild.ts';
import { lineOf } from '../marks.ts';
import { CLIENTS, type ClientName } from '../plan/clients.ts';
import type { CallRecord, RunRecord, SessionRecord, Violation } from '../record.ts';
import { type Call, callsOf, type Effect, effectOf } from './effect.ts';
import { fitsEffect, isUniqueEffect } from './fits-effect.ts';

export function judgeInteractions(record: RunRecord): Violation[] {
  return record.sessions.flatMap((session) => {
    const { interactions } = rebuild(session.plan.id, session.view.host, session.events);
    const calls = callsOf(session);
    const asks = [...interactions.values()].map((interaction) => ({
      interaction,
      call: callOf(calls, interaction),
    }));
    return asks.flatMap(({ interaction, call }) => {
      const twins = asks.filter((other) => other.interaction !== interaction && call && other.call === call);
      return judgeInteraction(
        record,
        session,
        interaction,
        call,
        twins.map((twin) => twin.interaction),
      ).map((violation) => ({
        ...violation,
        sessionId: session.plan.id,
        about: interaction.id,
      }));
    });
  });
}

/** A request that names no call is recognized by its input. */
export function callOf(calls: readonly Call[], { tool_use_id, input }: Interaction): Call | undefined {
  return calls.find(({ id }) => id === tool_use_id) ?? calls.findLast(({ line }) => line === lineOf(input));
}

function judgeInteraction(
  record: RunRecord,
  session: SessionRecord,
  interaction: Interaction,
  call: Call | undefined,
  twins: readonly Interaction[],
): Violation[] {
  const violations: Violation[] = [];
  const name = lineOf(interaction.input) ?? interaction.tool_name ?? interaction.kind;
  const broken = (rule: string, message: string) => violations.push({ rule, message: `${name}: ${message}` });
  const answers = record.calls.filter(({ what, target }) => what === 'answer' && target === interaction.id);
  const effect = call && effectOf(session, call);
  const winner = interaction.answer && CLIENTS.find((client) => client === interaction.answer?.by.name);

  if (interaction.answer?.applied === 'sent')
    broken('answer-left-at-sent', `the answer of ${interaction.answer.by.name} was never settled`);
  // The terminals of a chaos run are unused.
  if (interaction.answer?.by.type === 'terminal')
    broken(
      'phantom-terminal',
      `according to the record, the terminal answered ${interaction.answer['decision']}`,
    );
  const [twin] = twins;
  if (twin && twin.opened_at <= interaction.opened_at)
    broken('asked-twice', `the same call also has the request ${twin.id}`);
  const isReopened = session.events.some(
    (event) => event.type === 'interaction_reopened' && event.interaction_id === interaction.id,
  );
  const won = new Set(answers.filter(({ status }) => status === 200).map(({ client }) => client));
  if (won.size > 1 && !isReopened)
    broken('several-winners', `${[...won].join(' and ')} got a confirmation that they won`);
  if (
    winner &&
    interaction.answer?.applied !== 'superseded' &&
    won.size > 0 &&
    !won.has(winner) &&
    !isReopened
  )
    broken('wrong-winner', `the record names ${winner}, and ${[...won].join(' and ')} got 200`);
  if (!effect) return violations;

  if (winner && interaction.answer) judgeWinner(interaction.answer, winner, effect, broken);
  for (const client of CLIENTS) {
    const last = answers.findLast((one) => one.client === client && one.status !== undefined);
    // A client that won the same call under another id was not rejected.
    const hasWonTwin = twins.some(({ answer }) => answer?.by.name === client);
    if (last && client !== winner && !hasWonTwin) judgeOther(last, effect, broken);
  }
  return violations;
}

type Broken = (rule: string, message: string) => void;

function judgeWinner(answer: Answer, client: ClientName, effect: Effect, broken: Broken): void {
  const { by: _by, at: _at, route: _route, key: _key, reason, applied, ...body } = answer;
  const hasNoEffect = applied === 'superseded' || applied === 'lost';
  // A denial counts without its text if the record says that the text did not arrive.
  const { message, ...rest } = body;
  const isReportedLost = message !== undefined && reason !== undefined && applied === 'confirmed';
  if (hasNoEffect || fitsEffect(isReportedLost ? rest : body, client, effect) !== false) return;
  const rule = applied === 'sent' ? 'won-without-effect' : ruleFor(body);
  broken(rule, `${client} answered ${JSON.stringify(body)}, which is ${applied}, but ${describe(effect)}`);
}

/** The last response to a client that is not the winner in the end. */
function judgeOther({ client, status, body, response }: CallRecord, effect: Effect, broken: Broken): void {
  if (
    status === 200 &&
    response?.answer?.applied === 'confirmed' &&
    fitsEffect(body, client, effect) === false
  )
    broken(ruleFor(body), `${client} got a confirmation of ${JSON.stringify(body)}, but ${describe(effect)}`);
  const isRefused = status === 409 && response?.error?.code === 'interaction_closed';
  if (isRefused && isUniqueEffect(body, client, effect))
    broken('refused-but-applied', `${client} got 409 for ${JSON.stringify(body)}, and ${describe(effect)}`);
}

function ruleFor(body: CallRecord['body']): string {
  return body['decision'] === 'deny' && body['message'] ? 'words-lost' : 'confirmed-without-effect';
}

export function describe({ ran, times, received, isError }: Effect): string {
  const what =
    ran === undefined
      ? 'nothing ran'
      : `it ran ${ran === 'as-asked' ? 'as asked' : `as ${ran} edited it`}${times > 1 ? ` ${times} times` : ''}`;
  return received === undefined
    ? `${what}, without a result`
    : `${what}, and the model received ${isError ? 'the error ' : ''}${JSON.stringify(received.slice(0, 160))}`;
}
