/** What every kind of ask is given to draw itself. */
import type { AnswerBody } from '../../src/sdk/index.ts';
import type { Card } from '../hub/inbox.ts';

export interface AskProps {
  readonly card: Card;
  readonly cwd: string;
  readonly onAnswer: (body: AnswerBody) => void;
}
