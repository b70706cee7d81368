/** The permission rules in force for a session. Fetched when opened, and again after every answer. */
import { useEffect, useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import { noRulesText, ruleGroups, ruleListGaps } from '../../src/core/wording/permission-rule-text.ts';
import type { PermissionRuleList } from '../../src/protocol/permission-rules.ts';
import type { SessionView } from '../../src/protocol/session.ts';
import { useHub } from '../hub/page-hub.ts';
import { Breakable } from '../parts/breakable.tsx';

export function SessionRules({ view }: { readonly view: SessionView }) {
  const { list, problem } = useRules(view);
  if (problem !== undefined) return <p class="small muted">{problem}</p>;
  if (!list) return <p class="small muted">{t('Loading…')}</p>;
  return (
    <>
      {ruleGroups(list.items).map(({ title, rules }) => (
        <div key={title} class="rule-group">
          <h4 class="muted">{title}</h4>
          <ul class="notes">
            {rules.map(({ rule, place }) => (
              <li key={`${rule} ${place}`}>
                <span class="mono what">
                  <Breakable text={rule} />
                </span>
                <span class="small muted">{place}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p class="small muted">{[noRulesText(list), ruleListGaps(list)].filter(Boolean).join(' ')}</p>
    </>
  );
}

function useRules({ session_id: id, status, interactions }: SessionView): {
  readonly list?: PermissionRuleList;
  readonly problem?: string;
} {
  const { client } = useHub();
  const [state, setState] = useState<{ list?: PermissionRuleList; problem?: string }>({});
  const answered = interactions.map(({ closed_at = '' }) => closed_at).reduce((a, b) => (a > b ? a : b), '');
  const isOver = status === 'ended';
  useEffect(() => {
    let isGone = false;
    const show = (next: typeof state) => !isGone && setState(next);
    client.permissionRules(id).then(
      (list) => show({ list }),
      (error: Error) => show({ problem: error.message }),
    );
    return () => {
      isGone = true;
    };
  }, [client, id, answered, isOver]);
  return state;
}
