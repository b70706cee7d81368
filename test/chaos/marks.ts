/** The marks that identify effects: in prompts, in commands, in files and in the text of answers. */
import type { ClientName } from './plan/clients.ts';

export const INTERACTION_MARK = /ask-\d{4}-\d/;

/** Where the commands of a session leave their lines. */
export const RAN_FILE = 'ran.txt';

export const commandOf = (line: string) => `echo ${line} >> ${RAN_FILE}`;
export const editedBy = (line: string, client: ClientName) => `${line}-${client}`;
export const contentOf = (name: string) => `content of ${name}`;
export const fileOf = (name: string) => `${name}.txt`;
export const optionOf = (client: ClientName) => `the way of ${client}`;
export const wordsOf = (mark: string, client: ClientName) => `words of ${client} on ${mark}`;

/** The mark of the planned request that an input belongs to. */
export function interactionMark(input: unknown): string | undefined {
  return INTERACTION_MARK.exec(JSON.stringify(input))?.[0];
}

/** The line that a command leaves, or the name of the file that a call reads: unique to the call. */
export function lineOf(input: Readonly<Record<string, unknown>>): string | undefined {
  return /ask-\d{4}-\d(?:-[\w]+)*/.exec(JSON.stringify(input))?.[0];
}
