/** A warning or an error. */
import { Icon } from './icon.tsx';

export function Warning({ words }: { readonly words: string }) {
  return (
    <p class="notice red" role="alert">
      <Icon name="warning" /> <span>{words}</span>
    </p>
  );
}
