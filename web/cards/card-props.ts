/** Props of every request form. */
import type { Card } from '../../src/sdk/inbox.ts';
import type { AnswerBody } from '../../src/sdk/index.ts';

export interface CardProps {
  readonly card: Card;
  readonly cwd: string;
  readonly onAnswer: (body: AnswerBody) => void;
}
