/** The SDK as others import it. */
export { ReinsError } from '../protocol/errors.ts';
export {
  type AnswerBody,
  type AnswerCalls,
  type AnswerOptions,
  firstAnswerOf,
  type InteractionFilter,
} from './answer-calls.ts';
export type { AuditCalls, AuditFilter } from './audit-calls.ts';
export {
  type Client,
  createClient,
  type SessionFilter,
  type TurnsFilter,
} from './client.ts';
export type { HubAddress } from './hub-request.ts';
export { HubSocket, type HubSocketOptions } from './hub-socket.ts';
export { LiveSession, type WatchOptions, watchSession } from './live-session.ts';
export type { PolicyCalls } from './policy-calls.ts';
export { type KeptPresence, keepPresence, type PresenceOptions, type WebSocketMaker } from './presence.ts';
export type { ExportChoice, RecordCalls, UsageFilter } from './record-calls.ts';
export type { SteeringCalls } from './steering-calls.ts';
export { isLogEvent, isTextDelta, type StreamMessage } from './stream-message.ts';
export type { ConnectionState, SubscribeOptions } from './subscribe.ts';
export type { TurnResult, WaitOptions } from './wait-for-turn.ts';
export { type InboxNews, type InboxOptions, watchInbox } from './watch-inbox.ts';
