/**
 * Prepares a recording for the repository: paths of the machine become `/stage`, and long texts by Claude Code itself
 * (reminders, system prompts, summaries) are cut. The scripted model's texts are short and stay complete.
 */

const LONGEST_TEXT = 160;

export function sanitise(value: unknown, stageFolder: string): unknown {
  if (typeof value === 'string') {
    const text = value
      .replaceAll(stageFolder, '/stage')
      .replaceAll(stageFolder.replaceAll('/', '-'), '-stage');
    return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
  }
  if (Array.isArray(value)) return value.map((element) => sanitise(element, stageFolder));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, sanitise(inner, stageFolder)]));
}

/** Rows and attachments with system prompts or request bodies keep only their type. */
export function sanitiseRow(row: Record<string, unknown>, stageFolder: string): unknown {
  const { type, uuid, parentUuid, timestamp, sessionId, attachment } = row;
  if (String(type).startsWith('api-request')) return { type };
  const kind = (attachment as { type?: string } | undefined)?.type;
  if (type === 'attachment' && kind !== 'queued_command') {
    return { type, uuid, parentUuid, timestamp, sessionId, attachment: { type: kind } };
  }
  return sanitise(row, stageFolder);
}
