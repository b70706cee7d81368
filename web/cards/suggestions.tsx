/** Claude's suggested permission changes: each can be accepted, edited, and applied in another scope. */
import { useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import {
  DESTINATIONS,
  editableText,
  editSuggestion,
  placeText,
  type Suggestion,
  suggestionParts,
  suggestionText,
} from '../../src/core/wording/suggestion-text.ts';

interface SuggestionsProps {
  readonly suggestions: readonly Suggestion[];
  /** An approver can accept only changes that end with the session. */
  readonly mayChange: boolean;
  readonly onChange: (chosen: readonly Suggestion[]) => void;
}

interface Row {
  readonly suggestion: Suggestion;
  readonly isChosen: boolean;
  readonly isOpen: boolean;
}

export function Suggestions({ suggestions, mayChange, onChange }: SuggestionsProps) {
  const [rows, setRows] = useState<readonly Row[]>(() =>
    suggestions
      .filter(({ type, destination }) => mayChange || (destination === 'session' && type !== 'setMode'))
      .map((suggestion) => ({ suggestion, isChosen: false, isOpen: false })),
  );
  const change = (index: number, patch: Partial<Row>) => {
    const next = rows.map((row, at) => (at === index ? { ...row, ...patch } : row));
    setRows(next);
    onChange(next.flatMap(({ suggestion, isChosen }) => (isChosen ? [suggestion] : [])));
  };
  if (rows.length === 0) return null;
  return (
    <ul class="suggestions">
      {rows.map(({ suggestion, isChosen, isOpen }, index) => (
        // Suggestions have no other key.
        <li key={index}>
          <div class="suggestion">
            <label class="check">
              <input
                type="checkbox"
                checked={isChosen}
                onChange={(event) => change(index, { isChosen: event.currentTarget.checked })}
              />
              <span>
                <SuggestionText suggestion={suggestion} />{' '}
                <span class="muted">{placeText(suggestion.destination)}</span>
              </span>
            </label>
            {mayChange && (
              <button
                type="button"
                class="text-button"
                aria-expanded={isOpen}
                aria-label={t('Edit: {text}', { text: suggestionText(suggestion) })}
                onClick={() => change(index, { isOpen: !isOpen })}
              >
                {t('Edit')}
              </button>
            )}
          </div>
          {isOpen && (
            <div class="suggestion-edit">
              {editableText(suggestion) !== undefined && (
                <input
                  class="field mono"
                  aria-label={t('What to allow')}
                  value={editableText(suggestion)}
                  onInput={(event) =>
                    change(index, {
                      suggestion: editSuggestion(suggestion, { text: event.currentTarget.value }),
                      isChosen: true,
                    })
                  }
                />
              )}
              <select
                class="field"
                aria-label={t('Where it applies')}
                value={suggestion.destination}
                onChange={(event) =>
                  change(index, {
                    suggestion: editSuggestion(suggestion, { destination: event.currentTarget.value }),
                    isChosen: true,
                  })
                }
              >
                {DESTINATIONS.map((destination) => (
                  <option key={destination} value={destination}>
                    {placeText(destination)}
                  </option>
                ))}
              </select>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function SuggestionText({ suggestion }: { readonly suggestion: Suggestion }) {
  const { words, code, after } = suggestionParts(suggestion);
  return (
    <>
      {words} {code && <code>{code}</code>} {after}
    </>
  );
}
