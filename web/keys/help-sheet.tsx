/** All keys on one sheet. */
import { Sheet } from '../parts/sheet.tsx';

const KEYS = [
  ['j  k', 'next and previous card or session'],
  ['Enter', 'open the session in focus'],
  ['a', 'allow, approve or send; asks again when it is dangerous'],
  ['d', 'deny, reject or decline'],
  ['e', 'edit before allowing'],
  ['c', 'write a message'],
  ['t', 'terminal and back'],
  ['/', 'filter or search'],
  ['g i', 'inbox'],
  ['g s', 'sessions'],
  ['g n', 'new session'],
  ['g f', 'search all conversations'],
  ['g d', 'decisions'],
  ['g r', 'rules'],
  ['g u', 'usage'],
  ['?', 'this list'],
] as const;

export function HelpSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Sheet title="Keys" onClose={onClose}>
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
