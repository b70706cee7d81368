/** Connects history to the log: history reads what live sessions write shortly afterwards. */
import { History } from '../history/history.ts';
import type { ReinsHome } from '../hub/home/reins-home.ts';
import { KeptTranscripts } from '../hub/transcripts/kept-transcripts.ts';
import type { Clock } from '../lib/clock.ts';
import { findBuiltFile } from '../lib/find-built-file.ts';
import type { HubLog } from '../lib/hub-log.ts';
import { ReinsError } from '../protocol/errors.ts';
import type { ReinsEvent } from '../protocol/events.ts';
import type { Settings } from '../protocol/settings.ts';
import type { EventLog } from '../store/event-log.ts';
import type { LogReader } from '../store/log-reader.ts';

export interface KeepHistoryOptions {
  readonly home: ReinsHome;
  readonly configFolder: string;
  readonly log: EventLog;
  readonly reader: LogReader;
  readonly output: HubLog;
  readonly settings: { get(): Settings };
  readonly now: Clock;
}

export function keepHistory({ home, configFolder, log, reader, output, settings, now }: KeepHistoryOptions): {
  readonly history: History;
  readonly kept: KeptTranscripts;
} {
  const program = findBuiltFile('history-thread.js', import.meta.dirname);
  if (!program) {
    throw new ReinsError('internal', 'The file history-thread.js is missing. Reinstall Reins.');
  }
  const { historyFile: file, logFile } = home;
  const history: History = new History({
    file,
    logFile,
    configFolder,
    program,
    warn: output.warn,
    keepDays: () => settings.get().history_days,
    onGone: (sessions) => kept.noteGone(sessions),
  });
  const kept = new KeptTranscripts({ log, reader, rows: history, now });
  log.onCommit((events) => {
    // The first full scan finds the sessions that the hub lists at its start.
    const isNews = ({ source, type }: ReinsEvent) =>
      source === 'transcript' && (type !== 'session_found' || history.isStarted);
    const written = new Set(events.flatMap(({ event }) => (isNews(event) ? [event.session_id] : [])));
    for (const sessionId of written) {
      const path = reader.session(sessionId)?.observed.transcript_path?.value;
      if (path) history.noteChange(path);
    }
  });
  return { history, kept };
}
