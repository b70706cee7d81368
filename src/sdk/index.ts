/** The public SDK: `import { connect } from 'reins/sdk'`. src/sdk-node/ extends it for Node. */
export type { Question } from '../core/questions.ts';
export type { ElicitationAnswer, PermissionAnswer, PlanAnswer, QuestionAnswer } from '../protocol/answers.ts';
export type { Item } from '../protocol/conversation.ts';
export { type ErrorCode, ReinsError } from '../protocol/errors.ts';
export type { EventType, ReinsEvent } from '../protocol/events.ts';
export type { Host, HostList, HostState } from '../protocol/fleet.ts';
export type { Interaction } from '../protocol/interactions.ts';
export type { ContentBlock } from '../protocol/messages.ts';
export type { Usage } from '../protocol/primitives.ts';
export type { Session, SessionView, Turn } from '../protocol/session.ts';
export type { AnswerHandlers, AskContext, InteractiveQuestion } from './answer-by-program.ts';
export {
  type AnswerBody,
  type AnswerCalls,
  type AnswerOptions,
  firstAnswerOf,
  type InteractionFilter,
  type QuestionAnswers,
} from './answer-calls.ts';
export type { AuditCalls, AuditFilter } from './audit-calls.ts';
export {
  type Client,
  createClient,
  type SessionFilter,
  type TurnsFilter,
} from './client.ts';
export { type ConnectOptions, connect } from './connect.ts';
export type { FleetCalls } from './fleet-calls.ts';
export type { HubAddress } from './hub-request.ts';
export { HubSocket, type HubSocketOptions } from './hub-socket.ts';
export { LiveSession, type WatchOptions, watchSession } from './live-session.ts';
export type { PolicyCalls } from './policy-calls.ts';
export { type KeptPresence, keepPresence, type PresenceOptions, type WebSocketMaker } from './presence.ts';
export type { ExportChoice, RecordCalls, UsageFilter } from './record-calls.ts';
export { type AskOptions, createReins, type OpenOptions, type Reins, type RunOptions } from './reins.ts';
export { type Prompt, type RunResult, SessionHandle, type Waiting } from './session-handle.ts';
export type { NewsListener, SessionNews } from './session-news.ts';
export type { SteeringCalls } from './steering-calls.ts';
export { isLogEvent, isTextDelta, type StreamMessage } from './stream-message.ts';
export type { ConnectionState, SubscribeOptions } from './subscribe.ts';
export {
  type TerminalScreen,
  TerminalSocket,
  type TerminalSocketOptions,
  type TerminalState,
} from './terminal-socket.ts';
export type { TurnResult, WaitOptions } from './wait-for-turn.ts';
export { type InboxNews, type InboxOptions, watchInbox } from './watch-inbox.ts';
