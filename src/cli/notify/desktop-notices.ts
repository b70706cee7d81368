/**
 * Shows notices on the desktop, from the watched events: the same kinds that devices get by default. A rule gets a moment to
 * answer a request before it is shown.
 */
import { DEFAULT_KINDS, isNews, noticeOf } from '../../core/notices.ts';
import { interactionText } from '../../core/wording/interaction-text.ts';
import type { ReinsEvent } from '../../protocol/events.ts';

export interface DesktopNoticesOptions {
  /** The session's title. */
  titleOf(sessionId: string): Promise<string>;
  show(title: string, body: string): void;
  readonly gatherMs?: number;
}

const GATHER_MS = 150;

export class DesktopNotices {
  readonly #options: DesktopNoticesOptions;
  readonly #open = new Set<string>();

  constructor(options: DesktopNoticesOptions) {
    this.#options = options;
  }

  take(event: ReinsEvent): void {
    if (!isNews(event, Date.now())) return;
    if (event.type === 'interaction_closed') this.#open.delete(event.interaction_id);
    else if (event.type === 'interaction_opened') {
      this.#open.add(event.interaction_id);
      const { line } = interactionText(event, event.cwd);
      setTimeout(() => {
        if (this.#open.has(event.interaction_id)) void this.#show(event, `Claude is waiting: ${line}`);
      }, this.#options.gatherMs ?? GATHER_MS);
    } else {
      const notice = noticeOf(event);
      if (notice && DEFAULT_KINDS[notice.kind]) void this.#show(event, notice.detail);
    }
  }

  async #show({ session_id: id }: ReinsEvent, body: string): Promise<void> {
    const title = await this.#options.titleOf(id).catch(() => '');
    this.#options.show(title || `Session ${id.slice(0, 8)}`, body);
  }
}
