/**
 * Chooses the model's response: finds the scene whose cue came last and the turn it has reached.
 * The position in a scene is derived from the request itself, so any number of sessions can play the same scene at the same
 * time; only repeated attempts of one request are counted here.
 */
import type { Hearing } from './conversation.ts';
import { type Cue, type Scene, say, scene, type Take, type Turn } from './screenplay.ts';

/** Played if no scene matches: compaction has its own wording, everything else gets a polite sentence. */
const DEFAULT_SCENES: readonly Scene[] = [
  scene(/create a detailed summary of/i, [
    say('<analysis>All is well.</analysis>\n<summary>The conversation so far, in short.</summary>'),
  ]),
];
const POLITE_ANSWER: Take = [say('I have no script for that, but I am glad you asked.')];
const POLITE_END: Take = [say('Done.')];

export interface Direction {
  readonly take: Take;
  /** The current scene, if the script has one. */
  readonly scene?: Scene;
}

export class Director {
  #scenes: Scene[] = [...DEFAULT_SCENES];
  readonly #tries = new Map<string, number>();

  /** Adds scenes. If two share a cue, the one added last plays. */
  play(...scenes: Scene[]): void {
    this.#scenes = [...scenes.reverse(), ...this.#scenes];
  }

  /** `hearings` as read from the request; `speaker` distinguishes conversations when attempts are counted. */
  direct(hearings: readonly Hearing[], speaker: string): Direction {
    const last = hearings.length - 1;
    for (let at = last; at >= 0; at--) {
      const hearing = hearings[at] as Hearing;
      const playing = this.#scenes.find((candidate) => isCued(candidate.cue, hearing));
      if (playing) {
        const turn = playing.turns[last - at];
        if (!turn) return { take: POLITE_END, scene: playing };
        const conversation = `${speaker}/${this.#scenes.length - this.#scenes.indexOf(playing)}/${last}`;
        return { take: this.#nextTake(turn, conversation), scene: playing };
      }
      if (hearing.toolResults.length === 0) break;
    }
    return { take: last > 0 && endsWithResult(hearings) ? POLITE_END : POLITE_ANSWER };
  }

  #nextTake(turn: Turn, conversation: string): Take {
    if (!('takes' in turn)) return turn;
    const tries = this.#tries.get(conversation) ?? 0;
    this.#tries.set(conversation, tries + 1);
    return turn.takes[Math.min(tries, turn.takes.length - 1)] ?? POLITE_ANSWER;
  }
}

/** While tool results are returning, the user's text is only an aside: the current scene continues. */
function isCued(cue: Cue, { said, toolResults, allText }: Hearing): boolean {
  if (typeof cue === 'object' && 'resultOf' in cue) {
    return toolResults.some(({ tool, text }) => tool === cue.resultOf && (cue.text?.test(text) ?? true));
  }
  if (toolResults.length > 0) return false;
  if (typeof cue === 'string') {
    return said.some((text) => text.split('\n').some((line) => line.trim() === cue));
  }
  // Notices of background tasks arrive as reminders, without any text from the user.
  return said.length > 0 ? said.some((text) => cue.test(text)) : cue.test(allText);
}

function endsWithResult(hearings: readonly Hearing[]): boolean {
  return (hearings.at(-1)?.toolResults.length ?? 0) > 0;
}
