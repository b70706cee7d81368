/** A command with a copy button. */
import { t } from '../../src/core/translate.ts';
import { CopyButton } from './copy-button.tsx';

export function CopyLine({ text }: { readonly text: string }) {
  return (
    <div class="copy">
      <code>{text}</code>
      <CopyButton text={text} label={t('Copy {text}', { text })} />
    </div>
  );
}
