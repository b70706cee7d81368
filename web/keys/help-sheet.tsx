/** All keyboard shortcuts. */
import { t } from '../../src/core/translate.ts';
import { Sheet } from '../parts/sheet.tsx';

const KEYS = [
  ['j  k', t('Next or previous card or session')],
  ['Enter', t('Open the focused session')],
  ['a', t('Allow, approve or send; then Enter if it is dangerous')],
  ['d', t('Deny, reject or decline')],
  ['e', t('Edit before allowing')],
  [t('1 to 9'), t('Choose an option of a question')],
  ['c', t('Write a prompt')],
  ['t', t('Switch between conversation and terminal')],
  [t('Ctrl K'), t('Find sessions, actions and conversations (or ⌘ K)')],
  ['PgUp  PgDn  Home  End', t('Scroll')],
  ['/', t('Filter or search')],
  ['g i', t('Inbox')],
  ['g s', t('Sessions')],
  ['g n', t('New session')],
  ['g f', t('Search all conversations')],
  ['g d', t('Decisions')],
  ['g r', t('Rules')],
  ['g u', t('Usage')],
  ['?', t('Show this list')],
] as const;

export function HelpSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Sheet title={t('Keyboard shortcuts')} onClose={onClose}>
      <dl class="keys">
        {KEYS.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
