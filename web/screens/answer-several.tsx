/** The pending requests, each in full; several without known dangers can be answered together. */
import { useState } from 'preact/hooks';
import { canBeAnsweredTogether } from '../../src/core/interactions/answered-together.ts';
import { t, tn } from '../../src/core/translate.ts';
import type { Card } from '../../src/sdk/inbox.ts';
import { InteractionCard } from '../cards/interaction-card.tsx';
import { useHub } from '../hub/page-hub.ts';

interface AnswerSeveralProps {
  readonly cards: readonly Card[];
  readonly waiting: number;
}

export function AnswerSeveral({ cards, waiting }: AnswerSeveralProps) {
  const hub = useHub();
  const [chosen, setChosen] = useState<readonly string[]>();
  const isEligible = ({ interaction, phase }: Card) => {
    const session = hub.sessions.get(hub.sessions.addressOf(interaction));
    const isOffline = hub.hosts.stateOf(session ?? { host: interaction.host })?.state === 'offline';
    const isOpen = phase === 'open' || phase === 'failed';
    return (
      isOpen && !isOffline && hub.may(interaction).answer && canBeAnsweredTogether(interaction, session?.cwd)
    );
  };
  const eligible = cards.filter(isEligible);
  const ids = eligible.map(({ interaction }) => interaction.id);
  // Only requests that are still open, and still shown.
  const selected = chosen?.filter((id) => ids.includes(id)) ?? [];
  const isSelecting = chosen !== undefined && eligible.length > 0;
  const answer = (decision: 'allow' | 'deny') => {
    for (const id of selected) hub.inbox.answer(id, { decision });
    setChosen(undefined);
  };
  const toggle = (id: string) =>
    setChosen(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]);
  return (
    <>
      <div class="section-head waits">
        <h2>
          {t('Waiting for you')} <span class="count">{waiting}</span>
        </h2>
        {eligible.length > 1 && !isSelecting && (
          <button type="button" class="text-button push" onClick={() => setChosen([])}>
            {t('Answer several')}
          </button>
        )}
      </div>
      <div class="cards">
        {cards.map((card) => (
          <div key={card.interaction.id} class="card-place">
            {isSelecting && (
              <Selection
                isEligible={ids.includes(card.interaction.id)}
                isSelected={selected.includes(card.interaction.id)}
                onToggle={() => toggle(card.interaction.id)}
              />
            )}
            <InteractionCard card={card} />
          </div>
        ))}
      </div>
      {isSelecting && (
        <div class="several" role="toolbar" aria-label={t('Answer the selected requests')}>
          <div class="several-row">
            <button type="button" class="button plain" onClick={() => setChosen(undefined)}>
              {t('Cancel')}
            </button>
            <button
              type="button"
              class="button plain"
              disabled={selected.length === 0}
              onClick={() => setChosen(likeSelected(eligible, selected))}
            >
              {t('Select all alike')}
            </button>
          </div>
          <div class="decide">
            <button
              type="button"
              class="button large"
              disabled={selected.length === 0}
              onClick={() => answer('deny')}
            >
              {tn(selected.length, 'Deny {n}', 'Deny {n}')}
            </button>
            <button
              type="button"
              class="button large primary"
              disabled={selected.length === 0}
              onClick={() => answer('allow')}
            >
              {tn(selected.length, 'Allow {n}', 'Allow {n}')}
            </button>
          </div>
        </div>
      )}
    </>
  );
}

interface SelectionProps {
  readonly isEligible: boolean;
  readonly isSelected: boolean;
  readonly onToggle: () => void;
}

function Selection({ isEligible, isSelected, onToggle }: SelectionProps) {
  if (!isEligible) return <p class="small muted select-note">{t('Answer this one by itself.')}</p>;
  return (
    <label class="check">
      <input type="checkbox" checked={isSelected} onChange={onToggle} />
      <span>{t('Select this request')}</span>
    </label>
  );
}

/** The selected ones, and those that ask for the same tool and, for a command, the same program. */
function likeSelected(eligible: readonly Card[], selected: readonly string[]): string[] {
  const kindOf = ({ interaction: { tool_name, input } }: Card) =>
    `${tool_name} ${String(input['command'] ?? '').split(/\s/)[0]}`;
  const kinds = new Set(eligible.filter(({ interaction }) => selected.includes(interaction.id)).map(kindOf));
  return eligible.filter((card) => kinds.has(kindOf(card))).map(({ interaction }) => interaction.id);
}
