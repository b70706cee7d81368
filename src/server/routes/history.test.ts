import { expect, test } from 'vitest';
import { startServer } from '../../../test/running-server.ts';
import type { HistoryAccess } from '../server-deps.ts';

test('usage by host is one row with the name of this host', async () => {
  const tokens = {
    ...{ messages: 2, input_tokens: 10, output_tokens: 20, cache_read_tokens: 0 },
    ...{ cache_write_5m_tokens: 0, cache_write_1h_tokens: 0, web_searches: 0 },
  };
  const history = {
    usage: () => [{ key: '', model: 'm', isAgent: false, isLong: false, tokens }],
    status: () => ({ state: 'ready' }),
  } as unknown as HistoryAccess;
  const server = await startServer({ history });
  try {
    const report = await (await server.call('/api/usage?group=host')).json();
    expect(report.items).toMatchObject([{ key: 'testhost', messages: 2 }]);
  } finally {
    await server.close();
  }
});
