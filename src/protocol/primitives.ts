/** Small schemas that many others are built from. */
import { z } from 'zod';
import { PERMISSION_MODES, type PermissionMode, plainMode } from './permission-modes.ts';

const NOT_AN_ID =
  'session ids are UUIDs, for example 4b8e6f1c-2d5a-4c37-9e0b-7a1f3c5d8e62. Use one, or the id from the list of sessions';
/** The id of a session, which is Claude Code's own. */
export const sessionIdSchema = z.uuid({ error: NOT_AN_ID });
/** The id of a session; in a fleet also `ID@HOST`, for an id that several hosts know. */
export const sessionAddressSchema = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(@[\w.-]{1,100})?$/i, {
    error: NOT_AN_ID,
  });
/** A moment, ISO 8601 with milliseconds, UTC. */
export const momentSchema = z.iso.datetime();
/** JSON from Claude Code, unchanged. */
export const jsonSchema = z.unknown();
export const jsonObjectSchema = z.record(z.string(), z.unknown());

/** What `checkedLater` describes, by the schema that stands for it. */
const described = new WeakMap<z.ZodType, z.ZodType>();

/**
 * Any JSON for the parser, `schema` for types and the API document: the hub checks it where it knows enough for a
 * precise error.
 */
export function checkedLater<Schema extends z.ZodType, Parser extends z.ZodType = z.ZodUnknown>(
  schema: Schema,
  parser?: Parser,
): z.ZodType<z.output<Parser>, z.input<Schema>> {
  // A new schema each time, because it is the key.
  const standIn = (parser ?? z.unknown()).clone() as z.ZodType;
  described.set(standIn, schema);
  return standIn as unknown as z.ZodType<z.output<Parser>, z.input<Schema>>;
}

/**
 * A whole number. In languages with two kinds of numbers it is not a floating-point number; parsers accept any number, because
 * many come from Claude Code.
 */
export const countSchema = checkedLater(z.int().nonnegative(), z.number());

/** The schema to show instead of this one. */
export function shownSchema(schema: z.ZodType): z.ZodType {
  return described.get(schema) ?? schema;
}

export const sourceSchema = z.enum(['registry', 'hook', 'stream', 'transcript', 'driver']);
/** Where a fact came from. */
export type Source = z.infer<typeof sourceSchema>;

/** As reported by Claude Code; newer versions may have others. */
export const permissionModeSchema = z.string();

/** One of these modes, as chosen by a caller: `manual` becomes `default`. */
export function modeSchema<const Mode extends PermissionMode>(modes: readonly Mode[]) {
  return z.enum([...modes, 'manual']).transform((mode) => plainMode(mode) as Mode);
}
export const chosenModeSchema = modeSchema(PERMISSION_MODES);

/** Tokens of one or many requests; cache reads and writes are separate. */
export const usageSchema = z.object({
  input_tokens: countSchema,
  output_tokens: countSchema,
  cache_read_input_tokens: countSchema,
  cache_creation_input_tokens: countSchema,
});
export type Usage = z.infer<typeof usageSchema>;

/** The definition of an event: its version, its meaning, and its content. */
export function event<Shape extends z.ZodRawShape>(v: number, about: string, shape: Shape) {
  return { v, about, schema: z.object(shape) };
}
