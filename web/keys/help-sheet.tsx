/** All keyboard shortcuts. */
import { Sheet } from '../parts/sheet.tsx';

const KEYS = [
  ['j  k', 'Next or previous card or session'],
  ['Enter', 'Open the focused session'],
  ['a', 'Allow, approve or send; then Enter if it is dangerous'],
  ['d', 'Deny, reject or decline'],
  ['e', 'Edit before allowing'],
  ['1 to 9', 'Choose an option of a question'],
  ['c', 'Write a prompt'],
  ['t', 'Switch between conversation and terminal'],
  ['Ctrl K', 'Find sessions, actions and conversations (or ⌘ K)'],
  ['PgUp  PgDn  Home  End', 'Scroll'],
  ['/', 'Filter or search'],
  ['g i', 'Inbox'],
  ['g s', 'Sessions'],
  ['g n', 'New session'],
  ['g f', 'Search all conversations'],
  ['g d', 'Decisions'],
  ['g r', 'Rules'],
  ['g u', 'Usage'],
  ['?', 'Show this list'],
] as const;

export function HelpSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Sheet title="Keyboard shortcuts" onClose={onClose}>
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
