/** The schemas of the OpenAPI document, by name: made from those of the protocol, every event type among them. */
import { z } from 'zod';
import { createdTokenSchema, newTokenSchema, roleSchema, tokenInfoSchema } from '../../protocol/access.ts';
import * as api from '../../protocol/api.ts';
import { auditEntrySchema, auditPageSchema } from '../../protocol/audit.ts';
import { commandListSchema, fileListSchema, slashCommandSchema } from '../../protocol/completion.ts';
import * as devices from '../../protocol/devices.ts';
import { EVENT_TYPES, EVENTS, eventSchema, observedSchema } from '../../protocol/events.ts';
import * as history from '../../protocol/history.ts';
import { healthSchema } from '../../protocol/hub.ts';
import { answerSchema, interactionSchema } from '../../protocol/interactions.ts';
import { textDeltaSchema } from '../../protocol/live.ts';
import * as messages from '../../protocol/messages.ts';
import * as notify from '../../protocol/notify.ts';
import { permissionRuleListSchema, permissionRuleSchema } from '../../protocol/permission-rules.ts';
import { policyProblemSchema, policySchema } from '../../protocol/policy.ts';
import { policyAnswerSchema, simulatedAskSchema, simulationSchema } from '../../protocol/policy-api.ts';
import { usageSchema } from '../../protocol/primitives.ts';
import * as session from '../../protocol/session.ts';
import { settingsPatchSchema, settingsSchema } from '../../protocol/settings.ts';
import { clientFrameSchema, serverFrameSchema } from '../../protocol/socket.ts';
import * as steering from '../../protocol/steering.ts';
import { terminalFrameSchema, terminalInputSchema } from '../../protocol/terminal.ts';
import { timelineSchema } from '../../protocol/timeline.ts';
import { usageReportSchema, usageRowSchema } from '../../protocol/usage.ts';

const NAMED = {
  Health: healthSchema,
  Error: api.errorBodySchema,
  Usage: usageSchema,
  Observed: observedSchema,
  Session: session.sessionSchema,
  SessionList: api.sessionListSchema,
  SessionView: api.sessionAnswerSchema,
  Item: session.itemSchema,
  Turn: session.turnSchema,
  TurnsPage: api.turnsPageSchema,
  Timeline: timelineSchema,
  Agent: session.agentSchema,
  Task: session.taskSchema,
  TouchedFile: session.touchedFileSchema,
  Run: session.runSchema,
  NewSession: steering.newSessionSchema,
  Resume: steering.resumeSchema,
  Fork: steering.forkSchema,
  Takeover: steering.takeoverSchema,
  SessionPatch: steering.sessionPatchSchema,
  Screen: steering.screenSchema,
  TerminalAccess: steering.terminalAccessSchema,
  NewMessage: messages.newMessageSchema,
  ContentBlock: messages.contentBlockSchema,
  Message: messages.messageSchema,
  MessageAnswer: messages.messageAnswerSchema,
  MessagePatch: messages.messagePatchSchema,
  Queue: messages.queueSchema,
  SlashCommand: slashCommandSchema,
  CommandList: commandListSchema,
  FileList: fileListSchema,
  PermissionRule: permissionRuleSchema,
  PermissionRuleList: permissionRuleListSchema,
  Interaction: interactionSchema,
  Answer: answerSchema,
  InteractionList: api.interactionListSchema,
  AuditEntry: auditEntrySchema,
  AuditPage: auditPageSchema,
  PendingQuestion: api.pendingQuestionSchema,
  PendingQuestions: api.pendingQuestionsSchema,
  InteractiveQuestion: api.interactiveQuestionSchema,
  InteractiveAnswer: api.interactiveAnswerSchema,
  SearchHit: history.searchHitSchema,
  SearchAnswer: history.searchAnswerSchema,
  HistoryStatus: history.historyStatusSchema,
  Pruned: history.prunedSchema,
  UsageReport: usageReportSchema,
  UsageRow: usageRowSchema,
  Reset: api.resetSchema,
  TextDelta: textDeltaSchema,
  Policy: policySchema,
  PolicyProblem: policyProblemSchema,
  PolicyAnswer: policyAnswerSchema,
  SimulatedAsk: simulatedAskSchema,
  Simulation: simulationSchema,
  Settings: settingsSchema,
  SettingsPatch: settingsPatchSchema,
  Role: roleSchema,
  TokenInfo: tokenInfoSchema,
  TokenList: z.object({ items: z.array(tokenInfoSchema) }),
  NewToken: newTokenSchema,
  CreatedToken: createdTokenSchema,
  Device: devices.deviceSchema,
  PairedDevice: devices.pairedDeviceSchema,
  DeviceList: z.object({ items: z.array(devices.deviceSchema) }),
  NewPairing: devices.newPairingSchema,
  Pairing: devices.pairingSchema,
  Pair: devices.pairSchema,
  DevicePatch: devices.devicePatchSchema,
  Me: devices.meSchema,
  PushState: notify.pushStateSchema,
  PushSubscription: notify.pushSubscriptionSchema,
  Preferences: notify.preferencesSchema,
  Notice: notify.noticeSchema,
  Delivery: notify.deliverySchema,
  DeliveryList: z.object({ items: z.array(notify.deliverySchema) }),
  TerminalInput: terminalInputSchema,
  TerminalFrame: terminalFrameSchema,
  ClientFrame: clientFrameSchema,
  ServerFrame: serverFrameSchema,
} as const;

export type ComponentName = keyof typeof NAMED | 'Event';

export function refTo(name: ComponentName): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

/** JSON Schemas by name; `Event` is any of the events, each of which has a schema of its own. */
export function componentSchemas(): Record<string, object> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id });
  for (const type of EVENT_TYPES) registry.add(eventSchema(type), { id: eventName(type) });
  const { schemas } = z.toJSONSchema(registry, {
    // As input, an object is open unless its schema is strict: fields may be added to what we answer.
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => {
      // A format says all that its pattern would, in a word.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  const described = EVENT_TYPES.map((type) => {
    const { about, v } = EVENTS[type];
    return [eventName(type), { description: `${about} (version ${v})`, ...plain(schemas[eventName(type)]) }];
  });
  const mapping = EVENT_TYPES.map((type) => [type, `#/components/schemas/${eventName(type)}`]);
  return {
    ...Object.fromEntries(Object.keys(NAMED).map((name) => [name, plain(schemas[name])])),
    Event: {
      description: 'Any event. The `event:` line of a stream names its type.',
      oneOf: EVENT_TYPES.map((type) => ({ $ref: `#/components/schemas/${eventName(type)}` })),
      discriminator: { propertyName: 'type', mapping: Object.fromEntries(mapping) },
    },
    ...Object.fromEntries(described),
  };
}

function eventName(type: string): string {
  return `event_${type}`;
}

/** A component is named by its place in the document. */
function plain(schema: object | undefined): object {
  const { $schema: _schema, $id: _id, id: _name, ...rest } = (schema ?? {}) as Record<string, unknown>;
  return rest;
}
