/** The tab bar on a phone. */
import { Link, useLocation } from 'wouter';
import { t, tn } from '../../src/core/translate.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';
import { Icon, type IconName } from './icon.tsx';

export function Tabs() {
  const [address] = useLocation();
  const hub = useHub();
  const { waiting } = useStore(hub.inbox);
  const tab = (href: string, name: IconName, words: string, count = 0) => (
    <Link href={href} aria-current={address === href ? 'page' : undefined}>
      <Icon name={name} /> {words}
      {count > 0 && (
        <span class="count" title={tn(count, '{n} waiting for you', '{n} waiting for you')}>
          {count}
        </span>
      )}
    </Link>
  );
  return (
    <nav class="tabs" aria-label={t('Screens')}>
      {tab('/', 'inbox', t('Inbox'), waiting)}
      {tab('/sessions', 'list', t('Sessions'))}
      {hub.maySteer() && tab('/new', 'plus', t('New'))}
    </nav>
  );
}
