/** A small button that copies a text. */
import { useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import { copyText } from './copy-text.ts';
import { Icon } from './icon.tsx';

const SHOWN_MS = 2000;

interface CopyButtonProps {
  readonly text: string;
  /** Its name, with what is copied: `Copy the command`. */
  readonly label: string;
}

export function CopyButton({ text, label }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await copyText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  const name = isCopied ? t('Copied') : label;
  return (
    <button type="button" class="copy-button" aria-label={name} title={name} onClick={copy}>
      <Icon name={isCopied ? 'check' : 'copy'} />
    </button>
  );
}
