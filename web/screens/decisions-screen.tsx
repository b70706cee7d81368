/** The audit log: every decision with its author, time, route and outcome. */
import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter';
import { t } from '../../src/core/translate.ts';
import { durationOf } from '../../src/core/wording/duration-of.ts';
import { missingHosts } from '../../src/core/wording/host-words.ts';
import { projectName } from '../../src/core/wording/shown-path.ts';
import { describeTool } from '../../src/core/wording/tool-text.ts';
import type { AuditEntry, AuditPage } from '../../src/protocol/audit.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';
import { Ago } from '../parts/ago.tsx';
import { Chips } from '../parts/chips.tsx';
import { Icon } from '../parts/icon.tsx';
import { ScreenBar, TO_SETTINGS } from '../parts/screen-bar.tsx';
import { Warning } from '../parts/warning.tsx';
import { decisionText, outcomeOf } from './decision-text.ts';

const WHO = [
  { value: '', words: t('Everyone') },
  { value: 'device', words: t('Devices') },
  { value: 'rule', words: t('Rules') },
  { value: 'terminal', words: t('Terminals') },
  { value: 'program', words: t('Programs') },
];

export function DecisionsScreen() {
  const { client } = useHub();
  const [by, setBy] = useState('');
  const [page, setPage] = useState<AuditPage>();
  const [problem, setProblem] = useState<string>();
  const fetchPage = (cursor?: string) => client.audit({ ...(by && { by }), ...(cursor && { cursor }) });

  // Fetched again when the filter changes.
  useEffect(() => {
    setProblem(undefined);
    fetchPage().then(setPage, (error: Error) => setProblem(error.message));
  }, [by]);

  const missing = missingHosts(page?.hosts_missing);
  const more = async () => {
    const next = await fetchPage(page?.next_cursor);
    setPage({ ...next, items: [...(page?.items ?? []), ...next.items] });
  };

  return (
    <div class="screen">
      <ScreenBar title={t('Decisions')} back={TO_SETTINGS} />
      <div class="scroll">
        <div class="column">
          <Chips label={t('Decided by')} choices={WHO} value={by} onChange={setBy} />
          {problem && <Warning words={problem} />}
          {missing && <p class="muted small">{missing}</p>}
          {page?.items.length === 0 && <p class="empty">{t('No decisions yet')}</p>}
          <ul class="decisions">
            {page?.items.map((entry) => (
              <Decision key={`${entry.host}:${entry.session_id}:${entry.seq}`} entry={entry} />
            ))}
          </ul>
          {page?.next_cursor && (
            <button type="button" class="fold" onClick={() => void more()}>
              {t('Show older decisions')}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}

const OUTCOME_ICONS = { granted: <Icon name="check" />, refused: <Icon name="close" />, other: null };

function Decision({ entry }: { readonly entry: AuditEntry }) {
  const { tool_name = '', input, ran_input, cwd, at, waited_ms } = entry;
  const { sessions, hosts } = useHub();
  const host = useStore(hosts).nameOf(entry);
  const { verb, object, wish } = describeTool(tool_name, ran_input ?? input, cwd);
  return (
    <li>
      <p class="hit-head small muted">
        <Link class="cut" href={`/sessions/${sessions.addressOf(entry)}`}>
          <strong>{projectName(cwd)}</strong>
          {host !== undefined && ` ${t('on {host}', { host })}`} · {entry.title || t('Untitled session')}
        </Link>
        <Ago at={at} />
      </p>
      <p class="decision-object">{object ? `${verb} ${object}` : wish}</p>
      <p class={`small decision ${outcomeOf(entry)}`}>
        {OUTCOME_ICONS[outcomeOf(entry)]}
        {decisionText(entry)} <span class="muted">{t('after {time}', { time: durationOf(waited_ms) })}</span>
      </p>
    </li>
  );
}
