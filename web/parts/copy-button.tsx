/** A small button that copies a text. */

import { useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import { copyText } from './copy-text.ts';
import { Icon } from './icon.tsx';

const SHOWN_MS = 2000;

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, for its name: `Copy the command`. */
  readonly what: string;
}

export function CopyButton({ text, what }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await copyText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  const label = isCopied ? t('Copied') : `Copy ${what}`;
  return (
    <button type="button" class="copy-button" aria-label={label} title={label} onClick={copy}>
      <Icon name={isCopied ? 'check' : 'copy'} />
    </button>
  );
}
