/** Adds a copy button to every code block of rendered markdown, which Preact does not manage. */
import { render } from 'preact';
import { t } from '../../src/core/translate.ts';
import { CopyButton } from '../parts/copy-button.tsx';

export function addCopyButtons(root: HTMLElement): void {
  for (const block of root.querySelectorAll('pre')) {
    const box = document.createElement('div');
    box.className = 'code-box';
    block.replaceWith(box);
    render(<CopyButton text={block.textContent ?? ''} label={t('Copy the code')} />, box);
    box.prepend(block);
  }
}
