/** Reads an event stream with minimal overhead: calls back with each `data:` line. */
import { get, type IncomingMessage } from 'node:http';

export interface SseReader {
  close(): void;
}

/** Resolves once the stream is open. */
export function readSse(url: string, token: string, onData: (data: string) => void): Promise<SseReader> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { authorization: `Bearer ${token}` }, agent: false }, (response) => {
      if (response.statusCode !== 200)
        return reject(new Error(`${url} responded with ${response.statusCode}`));
      take(response, onData);
      resolve({ close: () => request.destroy() });
    });
    request.on('error', (error) => {
      if (!request.destroyed) reject(error);
    });
  });
}

function take(response: IncomingMessage, onData: (data: string) => void): void {
  let rest = '';
  response.setEncoding('utf8');
  response.on('error', () => {});
  response.on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ')) onData(line.slice(6));
  });
}
