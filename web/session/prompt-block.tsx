/** A prompt: a quiet block with what was written, as markdown. Long ones are folded. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { PromptImages, type PromptPlace } from './prompt-images.tsx';

const FOLD_AFTER_LINES = 16;
const FOLD_AFTER_SIGNS = 1600;

interface PromptBlockProps {
  readonly who: string;
  readonly text: string;
  readonly note: string;
  readonly isTakenBack?: boolean;
  /** Of a prompt with images: where they are. */
  readonly place?: PromptPlace | undefined;
  /** What can be done with it. */
  readonly children?: ComponentChildren;
}

export function PromptBlock({ who, text, note, isTakenBack = false, place, children }: PromptBlockProps) {
  const [isWhole, setWhole] = useState(false);
  const start = shownStart(text);
  const isLong = start !== text;
  return (
    <div class={`prompt ${isTakenBack ? 'abandoned' : ''}`}>
      <p class={who === t('You') ? 'who hidden-label' : 'who'}>{who}</p>
      {text !== '' && <Markdown text={isWhole ? text : start} isTyped />}
      {isLong && (
        <button type="button" class="text-button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('Show less') : t('Show all {n} lines', { n: text.split('\n').length })}
        </button>
      )}
      {place ? <PromptImages place={place} note={note} /> : note && <p class="small muted">{note}</p>}
      {text !== '' && <CopyButton text={text} label={t('Copy the prompt')} />}
      {children}
    </div>
  );
}

/** The whole text unless it is much longer than what is shown at first. */
export function shownStart(text: string): string {
  const lines = text.split('\n');
  const start = lines.slice(0, FOLD_AFTER_LINES).join('\n').slice(0, FOLD_AFTER_SIGNS);
  return text.length > start.length * 1.2 ? start : text;
}
