/** The button that copies the message under the pointer: one for all messages, since a button each would slow down scrolling. */
import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import type { PageRow } from './row-groups.ts';

interface HoverCopyProps {
  readonly box: RefObject<HTMLElement>;
  readonly rows: { readonly current: readonly PageRow[] };
}

export function HoverCopy({ box, rows }: HoverCopyProps) {
  const [at, setAt] = useState<{ readonly text: string; readonly top: number }>();
  useEffect(() => {
    const element = box.current;
    if (!element || !matchMedia('(hover: hover)').matches) return;
    const find = ({ target }: PointerEvent) => {
      if (!(target instanceof Element) || target.closest('.hover-copy')) return;
      const message = target.closest('.message');
      const id = message?.closest('[data-row-id]')?.getAttribute('data-row-id');
      const row = rows.current.find((one) => one.id === id);
      const text = row?.kind === 'item' && row.item.kind === 'text' ? row.item.text : undefined;
      const top = message ? message.getBoundingClientRect().top - element.getBoundingClientRect().top : 0;
      setAt(text === undefined ? undefined : { text, top: Math.max(0, top) });
    };
    const hide = () => setAt(undefined);
    element.addEventListener('pointerover', find);
    element.addEventListener('pointerleave', hide);
    element.addEventListener('wheel', hide, { passive: true });
    return () => {
      element.removeEventListener('pointerover', find);
      element.removeEventListener('pointerleave', hide);
      element.removeEventListener('wheel', hide);
    };
  }, []);
  if (!at) return null;
  return (
    <div class="hover-copy" style={{ top: `${at.top}px` }}>
      <CopyButton key={at.text} text={at.text} label={t('Copy the message')} />
    </div>
  );
}
