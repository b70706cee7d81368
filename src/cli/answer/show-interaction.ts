/**
 * A complete request as lines for a terminal: nothing relevant is truncated. Everything from Claude is
 * sanitized.
 */

import { interactionDefinition } from '../../core/interactions/interaction-definitions.ts';
import { questionsOf } from '../../core/questions.ts';
import { formFieldsOf } from '../../core/wording/form-fields.ts';
import { inputLines } from '../../core/wording/input-lines.ts';
import { interactionText, interactionWarnings } from '../../core/wording/interaction-text.ts';
import { exactLine, exactText } from '../../lib/hidden-characters.ts';
import { wrapText } from '../../lib/wrap-text.ts';
import type { Interaction } from '../../protocol/interactions.ts';
import { nameOf, type SessionPlace } from '../inbox/render-inbox.ts';
import { ageOf, shortId, shortPath } from '../terminal/format.ts';
import { SHAPES, type Style } from '../terminal/style.ts';
import { describeSuggestion } from './suggestion-choices.ts';

export interface ShowOptions {
  readonly style: Style;
  readonly now: number;
  readonly width: number;
  readonly home?: string | undefined;
  readonly place?: SessionPlace | undefined;
}

const INDENT = '  ';

export function showInteraction(interaction: Interaction, options: ShowOptions): string[] {
  const { style, width } = options;
  const cwd = interaction.cwd ?? options.place?.cwd ?? '';
  const { headline } = interactionText(interaction, cwd);
  const body = bodyOf(interaction, cwd, options).map((line) => (line === '' ? '' : `${INDENT}${line}`));
  const warnings = interactionWarnings(interaction, cwd).flatMap((words) =>
    wrapText(`! ${exactLine(words)}`, width - INDENT.length),
  );
  return [
    style.waits(style.strong(`${SHAPES.waiting} ${exactLine(headline)}`)),
    style.quiet(whereabouts(interaction, options)),
    '',
    ...body,
    ...(body.length > 0 ? [''] : []),
    ...warnings.map((line) => style.fails(`${INDENT}${line}`)),
    ...(warnings.length > 0 ? [''] : []),
  ];
}

function whereabouts({ id, session_id, opened_at, agent_id }: Interaction, options: ShowOptions): string {
  const { place, now, home } = options;
  const parts = [
    nameOf(place, session_id),
    place?.title ?? '',
    agent_id === undefined ? '' : 'a subagent asks',
    ageOf(opened_at, now),
    place ? `in ${shortPath(place.cwd, home)}` : '',
    shortId(id),
  ];
  return wrapText(parts.map(exactLine).filter(Boolean).join(' · '), options.width).join('\n');
}

function bodyOf(interaction: Interaction, cwd: string, { style, width }: ShowOptions): string[] {
  const room = width - INDENT.length;
  const { form, body } = interactionDefinition(interaction.kind);
  if (form === 'call') return inputLines(interaction, { style, width: room, cwd });
  const text = exactText(body(interaction)).trimEnd();
  return text === '' ? [] : wrapText(text, room);
}

/** The choices, numbered as in the flags of `reins answer`: for answers without a card. */
export function showChoices(interaction: Interaction, { style, width }: ShowOptions): string[] {
  const lines = (text: string) =>
    wrapText(exactText(text), width - INDENT.length).map((line) => INDENT + line);
  switch (interactionDefinition(interaction.kind).form) {
    case 'call':
      if (interaction.suggestions.length === 0) return [];
      return [
        style.quiet('Claude suggests for the future (--apply):'),
        ...interaction.suggestions.flatMap((one, index) => lines(`${index + 1}  ${describeSuggestion(one)}`)),
        '',
      ];
    case 'questions':
      return questionsOf(interaction).flatMap(({ question, options, multiSelect }, index) => [
        ...wrapText(
          exactText(`${index + 1}. ${question}${multiSelect ? ' (choose one or more)' : ''}`),
          width,
        ),
        ...options.flatMap(({ label, description }, at) =>
          lines(`${at + 1}  ${label}${description ? `: ${description}` : ''}`),
        ),
        '',
      ]);
    case 'fields':
      return formFieldsOf(interaction).flatMap(({ name, title, about, isRequired }) =>
        lines(
          [name, title === name ? '' : title, about ?? '', isRequired ? 'needed' : '']
            .filter(Boolean)
            .join(' · '),
        ),
      );
    case 'plan':
      return [];
  }
}
