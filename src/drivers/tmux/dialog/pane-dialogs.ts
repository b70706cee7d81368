/** The dialogs of a Claude Code in a pane: read from its screen, answered with its keys. */
import type { Decision } from '../../../protocol/answers.ts';
import { ReinsError } from '../../../protocol/errors.ts';
import type { PendingInteraction, RunDialogs } from '../../driver.ts';
import type { ClaudePane } from '../claude-pane.ts';
import { answerForm, refuseForm } from './answer-form.ts';
import { answerPermission, refusePermission } from './answer-permission.ts';
import { answerPlan, refusePlan } from './answer-plan.ts';
import { answerQuestion, refuseQuestion } from './answer-question.ts';
import { DialogGone, DialogKeys, DialogStuck, DialogUnsure, OPENED_MS } from './dialog-keys.ts';
import { type Dialog, readDialog } from './read-dialog.ts';
import { describeDialog } from './shows-call.ts';
import { showsInteraction } from './shows-interaction.ts';

/** A hook may run slightly before its dialog appears. */
const SHOWN_MS = 1000;
const NOT_SHOWN = 'the terminal does not show its dialog';
const AWAY = 'Claude Code is suspended or not in the foreground of the terminal';

export class PaneDialogs implements RunDialogs {
  readonly #pane: ClaudePane;

  constructor(pane: ClaudePane) {
    this.#pane = pane;
  }

  isAway(): boolean {
    return !this.#pane.isInFront();
  }

  async shown(): ReturnType<RunDialogs['shown']> {
    const lines = await this.#whileInFront(() => this.#pane.dialogLines());
    const dialog = lines && readDialog(lines);
    if (dialog?.kind === 'permission') {
      return { kind: 'permission', input: { screen: describeDialog(dialog) } };
    }
    if (dialog?.kind === 'plan') return { kind: 'plan', input: { screen: dialog.plan.join('\n').trim() } };
    if (dialog?.kind !== 'form') return undefined;
    const { server: mcp_server_name, message } = dialog;
    return { kind: 'elicitation', input: { mcp_server_name, message } };
  }

  async shows(interaction: PendingInteraction): Promise<boolean> {
    return (await this.#whileInFront(() => this.#keysFor(interaction).find())) !== undefined;
  }

  async refusal(interaction: PendingInteraction, decision: Decision): Promise<string | undefined> {
    const dialog = await this.#whileInFront(() => this.#keysFor(interaction).await(SHOWN_MS));
    if (dialog) return refuse(dialog, interaction, decision);
    return this.isAway() ? AWAY : NOT_SHOWN;
  }

  answer(interaction: PendingInteraction, decision: Decision): Promise<boolean | 'unsure'> {
    return this.#pane.exclusively(async () => {
      const keys = this.#keysFor(interaction);
      try {
        const dialog = await keys.settle(OPENED_MS);
        const reason = refuse(dialog, interaction, decision);
        if (reason !== undefined) throw new DialogStuck(reason);
        await act(keys, dialog, interaction, decision);
        return true;
      } catch (error) {
        if (error instanceof DialogGone) return false;
        if (error instanceof DialogUnsure) return 'unsure';
        if (error instanceof DialogStuck) throw new ReinsError('no_route', `By keys: ${error.message}.`);
        throw error;
      }
    });
  }

  /** Undefined if Claude Code is not in the foreground, or leaves it during the check. */
  async #whileInFront<T>(look: () => Promise<T>): Promise<T | undefined> {
    if (this.isAway()) return undefined;
    try {
      return await look();
    } catch (error) {
      if (error instanceof DialogStuck) return undefined;
      throw error;
    }
  }

  #keysFor(interaction: PendingInteraction): DialogKeys {
    return new DialogKeys(this.#pane, (dialog) => showsInteraction(dialog, interaction));
  }
}

function refuse(dialog: Dialog, interaction: PendingInteraction, decision: Decision): string | undefined {
  if (decision.kind === 'permission' && dialog.kind === 'permission') {
    return refusePermission(dialog, interaction, decision);
  }
  if (decision.kind === 'question' && (dialog.kind === 'question' || dialog.kind === 'review')) {
    return refuseQuestion(interaction, decision);
  }
  if (decision.kind === 'plan' && dialog.kind === 'plan') return refusePlan(dialog, decision);
  if (decision.kind === 'elicitation' && dialog.kind === 'form')
    return refuseForm(dialog, interaction, decision);
  return NOT_SHOWN;
}

async function act(
  keys: DialogKeys,
  dialog: Dialog,
  interaction: PendingInteraction,
  decision: Decision,
): Promise<void> {
  if (decision.kind === 'permission' && dialog.kind === 'permission') {
    return answerPermission(keys, dialog, interaction, decision);
  }
  if (decision.kind === 'question' && (dialog.kind === 'question' || dialog.kind === 'review')) {
    return answerQuestion(keys, dialog, interaction, decision);
  }
  if (decision.kind === 'plan' && dialog.kind === 'plan') return answerPlan(keys, dialog, decision);
  if (decision.kind === 'elicitation' && dialog.kind === 'form')
    return answerForm(keys, interaction, decision);
  throw new DialogStuck(NOT_SHOWN);
}
