/** A command with a copy button. */
import { CopyButton } from './copy-button.tsx';

export function CopyLine({ text }: { readonly text: string }) {
  return (
    <div class="copy">
      <code>{text}</code>
      <CopyButton text={text} what={text} />
    </div>
  );
}
