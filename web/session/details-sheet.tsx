/** The details of a session: background tasks, limits, tasks, files, plan, usage, MCP servers, rules. */
import type { ComponentChildren } from 'preact';
import { modelName } from '../../src/core/conversation/model-name.ts';
import { splitAddress } from '../../src/core/session-address.ts';
import { t, tn } from '../../src/core/translate.ts';
import { moneyText } from '../../src/core/usage/money.ts';
import { shortCount } from '../../src/core/wording/short-count.ts';
import { shortHome } from '../../src/core/wording/shown-path.ts';
import type { SessionView } from '../../src/protocol/session.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { Icon } from '../parts/icon.tsx';
import { exactTime } from '../parts/relative-time.ts';
import { Sheet, SheetEnd } from '../parts/sheet.tsx';
import { tx } from '../parts/tx.tsx';
import { ChangedFiles } from './changed-files.tsx';
import { BackgroundTasks, Limits } from './running-beside.tsx';
import { SessionRules } from './session-rules.tsx';

interface DetailsSheetProps {
  readonly view: SessionView;
  readonly onClose: () => void;
}

const RUNS = {
  stream: t('in the background'),
  tmux: t('in tmux'),
  external: t('in its own terminal'),
} as const;

const TASK_STATES: Readonly<Record<SessionView['tasks'][number]['state'], string>> = {
  pending: t('pending'),
  in_progress: t('in progress'),
  completed: t('completed'),
};

export function DetailsSheet({ view, onClose }: DetailsSheetProps) {
  const { tasks, files, plan, usage_by_model, mcp_servers, cost_usd, cwd, context_tokens } = view;
  const { background_tasks, rate_limit } = view;
  return (
    <Sheet title={t('Details')} onClose={onClose}>
      <Part title={t('Session')}>
        <dl class="facts">
          <dt>{t('Folder')}</dt>
          <dd class="mono">{shortHome(cwd)}</dd>
          <dt>{t('Started')}</dt>
          <dd>{exactTime(view.started_at)}</dd>
          <dt>{t('Runs')}</dt>
          <dd>{RUNS[view.driver]}</dd>
          {context_tokens !== undefined && (
            <>
              <dt>{t('Context')}</dt>
              <dd>
                {tx('{count} tokens', { count: <span class="mono">{shortCount(context_tokens)}</span> })}
                {view.compactions > 0 && `, ${tn(view.compactions, 'compacted once', 'compacted {n} times')}`}
              </dd>
            </>
          )}
          <dt>{t('ID')}</dt>
          <dd class="mono">{splitAddress(view.session_id).id}</dd>
        </dl>
      </Part>
      {background_tasks.length > 0 && (
        <Part title={t('Background tasks {n}', { n: background_tasks.length })}>
          <BackgroundTasks tasks={background_tasks} />
        </Part>
      )}
      {rate_limit && (
        <Part title={t('Limits')}>
          <Limits limits={rate_limit} />
        </Part>
      )}
      {tasks.length > 0 && (
        <Part
          title={t('Tasks {done} of {n}', {
            done: tasks.filter(({ state }) => state === 'completed').length,
            n: tasks.length,
          })}
        >
          <ul class="tasks">
            {tasks.map(({ id, subject, state }) => (
              <li key={id} class={state}>
                <Icon name={state === 'completed' ? 'check' : 'forward'} />
                <span>{subject}</span>
                <span class="hidden-label">{TASK_STATES[state]}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {files.length > 0 && (
        <Part title={t('Files changed {n}', { n: files.length })}>
          <ChangedFiles view={view} />
        </Part>
      )}
      {plan && (
        <Part title={t('Plan')}>
          <div class="plan">
            <Markdown text={plan.text} />
          </div>
        </Part>
      )}
      {Object.keys(usage_by_model).length > 0 && (
        <Part title={cost_usd === undefined ? t('Usage') : t('Usage {cost}', { cost: moneyText(cost_usd) })}>
          <dl class="facts">
            {Object.entries(usage_by_model).map(([model, usage]) => (
              <>
                <dt>{modelName(model)}</dt>
                <dd class="mono">
                  {t('{input} in, {output} out, {cached} from cache', {
                    input: shortCount(usage.input_tokens),
                    output: shortCount(usage.output_tokens),
                    cached: shortCount(usage.cache_read_input_tokens),
                  })}
                </dd>
              </>
            ))}
          </dl>
        </Part>
      )}
      {mcp_servers.length > 0 && (
        <Part title={t('MCP servers')}>
          <dl class="facts">
            {mcp_servers.map(({ name, status }) => (
              <>
                <dt>{String(name)}</dt>
                <dd>{String(status ?? '')}</dd>
              </>
            ))}
          </dl>
        </Part>
      )}
      <Part title={t('Permission rules')}>
        <SessionRules view={view} />
      </Part>
      <SheetEnd onClose={onClose} />
    </Sheet>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section>
      <h3 class="section-head">{title}</h3>
      {children}
    </section>
  );
}
