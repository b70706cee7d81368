/**
 * The schemas of the OpenAPI document: every object and union that the protocol exports, by its own name, and
 * every event.
 */
import { z } from 'zod';
import * as access from '../../protocol/access.ts';
import * as answers from '../../protocol/answers.ts';
import * as api from '../../protocol/api.ts';
import * as audit from '../../protocol/audit.ts';
import * as autonomy from '../../protocol/autonomy.ts';
import * as completion from '../../protocol/completion.ts';
import * as conversation from '../../protocol/conversation.ts';
import * as devices from '../../protocol/devices.ts';
import { EVENT_TYPES, EVENTS, eventSchema, observedSchema } from '../../protocol/events.ts';
import * as fleet from '../../protocol/fleet.ts';
import * as fleetInvitation from '../../protocol/fleet-invitation.ts';
import * as history from '../../protocol/history.ts';
import { healthSchema } from '../../protocol/hub.ts';
import * as interactions from '../../protocol/interactions.ts';
import * as live from '../../protocol/live.ts';
import * as messages from '../../protocol/messages.ts';
import * as notify from '../../protocol/notify.ts';
import * as permissionRules from '../../protocol/permission-rules.ts';
import * as policy from '../../protocol/policy.ts';
import * as policyApi from '../../protocol/policy-api.ts';
import { shownSchema, usageSchema } from '../../protocol/primitives.ts';
import * as promptImages from '../../protocol/prompt-images.ts';
import * as session from '../../protocol/session.ts';
import { settingsPatchSchema, settingsSchema } from '../../protocol/settings.ts';
import * as setup from '../../protocol/setup.ts';
import * as socket from '../../protocol/socket.ts';
import * as steering from '../../protocol/steering.ts';
import * as templates from '../../protocol/templates.ts';
import * as terminal from '../../protocol/terminal.ts';
import * as timeline from '../../protocol/timeline.ts';
import * as usage from '../../protocol/usage.ts';
import { simplifySchema } from './simplify-schema.ts';

const MODULES: readonly object[] = [
  { healthSchema, usageSchema, observedSchema, settingsSchema, settingsPatchSchema },
  ...[access, answers, api, audit, autonomy, completion, devices, history, interactions, live, messages],
  ...[
    notify,
    permissionRules,
    policy,
    policyApi,
    conversation,
    session,
    socket,
    steering,
    templates,
    terminal,
  ],
  ...[timeline, usage, fleet, fleetInvitation, setup, promptImages],
];

/** Every named schema, by its name in the document: `sessionSchema` is `Session`. */
function nameSchemas() {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of MODULES.flatMap((module) => Object.entries(module))) {
    const id = /^(.*(?<!Query|Params))Schema$/.exec(name)?.[1];
    if (id === undefined || !(schema instanceof z.ZodObject || schema instanceof z.ZodUnion)) continue;
    registry.add(schema, { id: id.charAt(0).toUpperCase() + id.slice(1) });
  }
  for (const type of EVENT_TYPES) registry.add(eventSchema(type), { id: eventName(type) });
  return registry;
}

// Created on demand: few hubs ever serve their document.
let made: ReturnType<typeof nameSchemas> | undefined;
function namedSchemas() {
  made ??= nameSchemas();
  return made;
}

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const OPTIONS = {
  // As input, an object is open unless its schema is strict: fields may be added to answers.
  io: 'input',
  override: ({
    zodSchema,
    jsonSchema,
  }: {
    zodSchema: z.core.$ZodTypes;
    jsonSchema: z.core.JSONSchema.BaseSchema;
  }) => {
    const shown = shownSchema(zodSchema as unknown as z.ZodType);
    if (shown !== (zodSchema as unknown)) {
      for (const name of Object.keys(jsonSchema)) delete jsonSchema[name];
      Object.assign(jsonSchema, describeSchema(shown));
    }
    // A format replaces its pattern.
    if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  },
} as const;

/** A reference to a named schema, or the schema itself; if it has several names, any of them. */
export function describeSchema(schema: z.ZodType | readonly string[]): object {
  if (schema instanceof z.ZodType) {
    const shown = shownSchema(schema);
    const named = namedSchemas().get(shown);
    return named ? refTo(named.id) : plain(z.toJSONSchema(shown, OPTIONS));
  }
  const [only, ...others] = schema.map(refTo);
  return only && others.length === 0 ? only : { anyOf: schema.map(refTo) };
}

/** JSON Schemas by name; `Event` is any of the events, each of which has its own schema. */
export function componentSchemas(): Record<string, object> {
  const { schemas } = z.toJSONSchema(namedSchemas(), { ...OPTIONS, uri: (id) => refTo(id).$ref });
  const events = new Map(EVENT_TYPES.map((type) => [eventName(type), EVENTS[type]]));
  return {
    Event: {
      description: 'Any event. The `event:` line of a stream names its type.',
      oneOf: [...events.keys()].map(refTo),
      discriminator: {
        propertyName: 'type',
        mapping: Object.fromEntries(EVENT_TYPES.map((type) => [type, refTo(eventName(type)).$ref])),
      },
    },
    ...Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => {
        const event = events.get(name);
        const description = event && { description: `${event.about} (version ${event.v})` };
        return [name, { ...description, ...plain(schema) }];
      }),
    ),
  };
}

function eventName(type: string): string {
  return `event_${type}`;
}

/** A component's name is its place in the document. */
function plain(schema: object): object {
  const { $schema: _schema, $id: _id, id: _name, ...rest } = schema as Record<string, unknown>;
  return simplifySchema(rest);
}
