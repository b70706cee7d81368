/** Background tasks of a session, and the usage of the account's limits. */
import { taskText } from '../../src/core/wording/background-text.ts';
import { limitText } from '../../src/core/wording/limit-text.ts';
import type { SessionView } from '../../src/protocol/session.ts';
import { Ago, useClock } from '../parts/ago.tsx';
import { exactTime } from '../parts/relative-time.ts';

export function BackgroundTasks({ tasks }: { readonly tasks: SessionView['background_tasks'] }) {
  return (
    <ul class="notes">
      {tasks.map(taskText).map(({ id, title, about, startedAt }) => (
        <li key={id}>
          <span class="what">{title}</span>
          <span class="small muted">
            {about}
            {startedAt && (
              <>
                {' · '}
                <Ago at={startedAt} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

export function Limits({ limits }: { readonly limits: SessionView['rate_limit'] }) {
  return (
    <dl class="facts">
      {limitText(limits, useClock()).map(({ name, words, resetsAt, state }) => (
        <>
          <dt>{name}</dt>
          <dd
            class={state === 'reached' ? 'bad' : ''}
            title={resetsAt === undefined ? undefined : exactTime(resetsAt)}
          >
            {words}
          </dd>
        </>
      ))}
    </dl>
  );
}
