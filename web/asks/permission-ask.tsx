/** A tool call that waits for a yes or a no: shown in full, editable, with Claude's suggestions and words for a no. */
import { useState } from 'preact/hooks';
import { editableInput, withEdit } from '../../src/core/asks/editable-input.ts';
import { dangersOf } from '../../src/core/words/dangers.ts';
import { shortHome } from '../../src/core/words/shown-path.ts';
import { readSuggestion, type Suggestion } from '../../src/core/words/suggestion-words.ts';
import { toolWords } from '../../src/core/words/tool-words.ts';
import { Breakable } from '../parts/breakable.tsx';
import { Warning } from '../parts/warning.tsx';
import type { AskProps } from './ask-props.ts';
import { Suggestions } from './suggestions.tsx';
import { ToolInput } from './tool-input.tsx';
import { useMay } from './use-may.ts';

type Mode = 'look' | 'edit' | 'deny';

export function PermissionAsk({ card, cwd, onAnswer }: AskProps) {
  const { interaction, phase } = card;
  const { tool_name = '', input, suggestions } = interaction;
  const may = useMay(card);
  const [mode, setMode] = useState<Mode>('look');
  const [apply, setApply] = useState<readonly Suggestion[]>([]);
  const editable = editableInput(tool_name, input);
  const [edited, setEdited] = useState(editable.text);
  const [words, setWords] = useState('');
  const [isEnd, setEnd] = useState(false);
  const change = mode === 'edit' ? withEdit(editable, input, edited) : { input };
  const dangers = dangersOf(tool_name, 'input' in change ? change.input : input, cwd);
  const { wish } = toolWords(tool_name, input, cwd);

  const allow = () => {
    if ('problem' in change) return;
    onAnswer({
      decision: 'allow',
      ...(mode === 'edit' && edited !== editable.text && { input: change.input }),
      ...(apply.length > 0 && { apply: apply as Record<string, unknown>[] }),
    });
  };
  const deny = () =>
    onAnswer({
      decision: 'deny',
      ...(words.trim() && { message: words.trim() }),
      ...(isEnd && { interrupt: true }),
    });
  const isSending = phase === 'sending' || phase === 'unsent';

  return (
    <>
      <h3>{wish}</h3>
      {mode === 'edit' ? (
        <label>
          <span class="label">{editable.label}</span>
          <textarea
            class="field mono"
            rows={Math.min(16, Math.max(3, edited.split('\n').length + 1))}
            value={edited}
            onInput={(event) => setEdited(event.currentTarget.value)}
            spellcheck={false}
            autocapitalize="off"
          />
          {'problem' in change && <span class="problem">{change.problem}</span>}
        </label>
      ) : (
        <ToolInput name={tool_name} input={input} cwd={cwd} />
      )}
      <p class="muted small">
        {interaction.agent_id !== undefined && 'asked by a helper, '}in{' '}
        <code>
          <Breakable text={shortHome(cwd)} />
        </code>
      </p>
      {dangers.length > 0 && <Warning words={dangers.join(' ')} />}
      {mode === 'deny' && (
        <div class="deny-words">
          <label>
            <span class="label">What should Claude do instead?</span>
            <textarea
              class="field"
              rows={2}
              value={words}
              onInput={(event) => setWords(event.currentTarget.value)}
              // It was opened to be written in.
              autofocus
            />
          </label>
          <label class="check">
            <input
              type="checkbox"
              checked={isEnd}
              onChange={(event) => setEnd(event.currentTarget.checked)}
            />
            <span>Stop the turn as well</span>
          </label>
        </div>
      )}
      {may.answer && mode !== 'deny' && suggestions.length > 0 && (
        <Suggestions
          suggestions={suggestions.flatMap((one) => readSuggestion(one) ?? [])}
          mayChange={may.change}
          onChange={setApply}
        />
      )}
      {may.answer && (
        <footer class="actions">
          {mode !== 'deny' && (
            <div class="extras">
              {mode === 'edit' && (
                <button type="button" class="text-button" onClick={() => setMode('look')}>
                  Back
                </button>
              )}
              {mode === 'look' && may.change && (
                <button type="button" class="text-button" data-key="e" onClick={() => setMode('edit')}>
                  {editable.action}
                </button>
              )}
              {mode === 'look' && (
                <button type="button" class="text-button" onClick={() => setMode('deny')}>
                  Deny with words
                </button>
              )}
            </div>
          )}
          {mode === 'deny' ? (
            <div class="decide">
              <button type="button" class="button large" onClick={() => setMode('look')}>
                Back
              </button>
              <button type="button" class="button large primary" data-key="d" onClick={deny}>
                {isSending ? 'Sending' : 'Deny'}
              </button>
            </div>
          ) : (
            <div class="decide">
              <button type="button" class="button large" data-key="d" onClick={deny}>
                Deny
              </button>
              <button
                type="button"
                class={`button large ${dangers.length > 0 ? 'danger' : 'primary'}`}
                data-key={dangers.length > 0 ? 'a-careful' : 'a'}
                disabled={'problem' in change}
                onClick={allow}
              >
                {isSending
                  ? 'Sending'
                  : mode === 'edit' && edited !== editable.text
                    ? 'Allow edited'
                    : 'Allow'}
              </button>
            </div>
          )}
        </footer>
      )}
    </>
  );
}
