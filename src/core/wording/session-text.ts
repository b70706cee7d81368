/** How the page and the terminal UI describe a session and a search hit in one. */
import type { SearchHit } from '../../protocol/history.ts';
import type { SessionView } from '../../protocol/session.ts';
import { modelName } from '../conversation/model-name.ts';
import { t } from '../translate.ts';
import { taskCount } from './background-text.ts';
import { projectName } from './shown-path.ts';
import { modeText } from './suggestion-text.ts';

/** Where a hit is. */
export const HIT_ROLES: Readonly<Record<SearchHit['role'], string>> = {
  user: t('you'),
  assistant: 'Claude',
  thinking: t('a thought'),
  tool: t('a tool'),
  summary: t('a summary'),
  title: t('the title'),
};

type Head = Pick<SessionView, 'background_tasks' | 'cwd' | 'git_branch' | 'model' | 'permission_mode'>;

/** For the header of a session, most important first, since a narrow screen cuts the rest. */
export function sessionFacts({ background_tasks, cwd, git_branch, model, permission_mode }: Head): string[] {
  return [
    // The status does not show that something is still running.
    taskCount(background_tasks),
    projectName(cwd),
    git_branch ?? '',
    modelName(model ?? ''),
    modeText(permission_mode),
  ].filter(Boolean);
}
