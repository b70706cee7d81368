/** Interactions: the inbox, and answering. */
import { createRoute, type OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { parseJson } from '../../lib/parse-json.ts';
import { questionByToolSchema } from '../../protocol/answers.ts';
import { type InteractionList, interactionQuerySchema, sessionParamsSchema } from '../../protocol/api.ts';
import { ReinsError } from '../../protocol/errors.ts';
import { jsonObjectSchema } from '../../protocol/primitives.ts';
import { answerJson } from '../answer-json.ts';
import type { AppEnv } from '../app-env.ts';
import { invalidRequest } from '../error-answers.ts';
import { ANY_OBJECT, failures, json } from '../openapi/describe-route.ts';
import type { ServerDeps } from '../server-deps.ts';

const inbox = createRoute({
  method: 'get',
  path: '/api/interactions',
  summary: 'What Claude waits for, over all sessions or in one',
  tags: ['interactions'],
  request: { query: interactionQuerySchema },
  responses: { 200: json('Interactions, oldest first', 'InteractionList'), ...failures(400, 401, 403) },
});

const ANSWERING =
  'The first answer counts; whoever comes later gets 409 with who was first. The call waits up to two seconds for proof: ' +
  '`answer.applied` is `confirmed`, or `sent` while there is none. An `Idempotency-Key` makes a repeated call harmless. ' +
  'Editing inputs, plans and suggested rules, rules beyond the session and changes of mode need an operator.';

const answer = createRoute({
  method: 'post',
  path: '/api/interactions/{id}/answer',
  summary: 'Answers what Claude waits for',
  description: ANSWERING,
  tags: ['interactions'],
  request: {
    params: z.object({ id: z.string() }),
    headers: z.object({ 'idempotency-key': z.string().max(200).optional() }),
    body: {
      required: true,
      description: 'By kind: PermissionAnswer, QuestionAnswer, PlanAnswer or ElicitationAnswer',
      content: { 'application/json': { schema: ANY_OBJECT } },
    },
  },
  responses: { 200: json('The closed interaction', 'Interaction'), ...failures(400, 401, 403, 404, 409) },
});

const answerQuestion = createRoute({
  method: 'post',
  path: '/api/sessions/{id}/answer',
  summary: 'Answers a question by its tool call',
  description: ANSWERING,
  tags: ['interactions'],
  request: {
    params: sessionParamsSchema,
    headers: z.object({ 'idempotency-key': z.string().max(200).optional() }),
    body: {
      required: true,
      description: '`toolUseId`, and `answers` by question',
      content: { 'application/json': { schema: ANY_OBJECT } },
    },
  },
  responses: { 200: json('The closed interaction', 'Interaction'), ...failures(400, 401, 403, 404, 409) },
});

export function addInteractionRoutes(
  app: OpenAPIHono<AppEnv>,
  { reader, answers }: Pick<ServerDeps, 'reader' | 'answers'>,
): void {
  const by = (c: Context<AppEnv>) => ({ ...c.get('identity'), key: c.req.header('idempotency-key') });
  app.openapi(answer, async (c) => {
    const { id } = c.req.valid('param');
    return answerJson(c, await answers.answer(id, await readJson(c, jsonObjectSchema), by(c)));
  });

  app.openapi(answerQuestion, async (c) => {
    const { id } = c.req.valid('param');
    const { toolUseId, ...body } = await readJson(c, questionByToolSchema);
    const asked = reader
      .interactions(undefined, id)
      .find(({ kind, tool_use_id }) => kind === 'question' && tool_use_id === toolUseId);
    if (!asked) {
      throw new ReinsError(
        'interaction_not_found',
        `This session has no question of the tool call ${toolUseId}.`,
      );
    }
    return answerJson(c, await answers.answer(asked.id, body, by(c)));
  });

  app.openapi(inbox, (c) => {
    const { state, session, id } = c.req.valid('query');
    const items = reader.interactions(state, session, id);
    return answerJson(c, { items } satisfies InteractionList);
  });
}

/** The body of a route that describes its JSON in words instead of a schema. Throws `invalid_request`. */
async function readJson<Schema extends z.ZodType>(c: Context, schema: Schema): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(parse(await c.req.text()));
  if (!parsed.success) throw invalidRequest(parsed.error, 'json');
  return parsed.data;
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new ReinsError('invalid_request', 'The body must be one JSON object.');
  }
}
