/** Run options that the protocol does not define: `_meta.reins` of the calls that open a session. */
import { RequestError } from '@agentclientprotocol/sdk';
import { z } from 'zod';
import { autoContinueSchema } from '../protocol/autonomy.ts';
import { describeIssues } from '../protocol/describe-issues.ts';

const choicesSchema = z.strictObject({
  max_turns: z.int().positive().optional(),
  auto_continue: autoContinueSchema.optional(),
  end_when_idle_seconds: z.int().positive().optional(),
});
export type EditorChoices = z.infer<typeof choicesSchema>;

/** Throws invalid params with the name of the invalid field. */
export function readEditorChoices(meta: Readonly<Record<string, unknown>> | null | undefined): EditorChoices {
  const parsed = choicesSchema.safeParse(meta?.['reins'] ?? {});
  if (parsed.success) return parsed.data;
  const why = `_meta.reins is invalid. ${describeIssues(parsed.error.issues)}`;
  throw RequestError.invalidParams({ _meta: 'reins' }, why);
}
