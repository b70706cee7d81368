/** One command to copy, for empty screens that teach. */
import { useState } from 'preact/hooks';
import { Icon } from './icon.tsx';

export function CopyLine({ text }: { readonly text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    // Missing on plain http: then the text can still be selected.
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
