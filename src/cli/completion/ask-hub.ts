/** What a hub knows, for completion: quick and without a word, because a person waits with a half-written line. */
import { findHub } from '../../sdk-node/find-hub.ts';
import type { AskHub, Completion } from './complete-words.ts';

const PATIENCE_MS = 1000;
const ID_LENGTH = 8;

export const askHub: AskHub = async (what) => {
  try {
    const { client } = findHub(process.env);
    const late = new Promise<never>((_, reject) => setTimeout(reject, PATIENCE_MS).unref());
    const answer = async (): Promise<Completion[]> => {
      if (what === 'session') {
        const { items } = await client.list();
        const sessions = items.map(({ session_id, status, title }) => ({
          value: session_id.slice(0, ID_LENGTH),
          about: `${status}: ${title}`,
        }));
        return [{ value: 'last', about: 'the newest' }, ...sessions];
      }
      if (what === 'interaction') {
        const { items } = await client.interactions({ state: 'open' });
        return items.map(({ id, kind, tool_name = '' }) => ({
          value: id.slice(0, ID_LENGTH),
          about: `${kind} ${tool_name}`.trim(),
        }));
      }
      const { items } = await client.devices.list();
      return items.map(({ name, role }) => ({ value: name, about: role }));
    };
    return await Promise.race([answer(), late]);
  } catch {
    return [];
  }
};
