/** A message to a session, by whatever way it came: its content is checked here, before anything is taken in. */
import { readContent } from '../core/read-content.ts';
import type { MessageAnswer, NewMessage } from '../protocol/messages.ts';
import { type SteeringDeps, steeringOf } from './require-steering.ts';

export async function sendMessage(
  deps: SteeringDeps,
  sessionId: string,
  message: NewMessage,
  by: string,
): Promise<MessageAnswer> {
  const steering = steeringOf(deps, sessionId);
  readContent(message);
  return steering.send(sessionId, message, by);
}
