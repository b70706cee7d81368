/** A command with a copy button. */
import { useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

export function CopyLine({ text }: { readonly text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    // Missing over plain http; the text can still be selected.
    await navigator.clipboard?.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <div class="copy">
      <code>{text}</code>
      <button
        type="button"
        class="icon-button"
        onClick={copy}
        aria-label={isCopied ? 'Copied' : `Copy ${text}`}
      >
        <Icon name={isCopied ? 'check' : 'copy'} />
      </button>
    </div>
  );
}
