// All live sessions in one list, kept up to date: what they do, what waits for you, what they cost.
//   node dashboard.mjs          until Ctrl-C
//   node dashboard.mjs --once   once, for scripts
import { connect } from 'reins/sdk';

const reins = await connect();
const quit = new AbortController();
process.once('SIGINT', () => quit.abort());

async function draw() {
  const rows = [];
  for await (const {
    status,
    title,
    cwd,
    open_interactions,
    cost_usd = 0,
    last_activity_at,
  } of reins.listAll()) {
    // The list is sorted by activity, so everything after an old ended session is older.
    if (status === 'ended' && Date.now() - Date.parse(last_activity_at) > 3_600_000) break;
    if (status !== 'ended') {
      const waits = open_interactions > 0 ? `${open_interactions} waiting for you` : '';
      rows.push([
        status.padEnd(8),
        title.slice(0, 40).padEnd(40),
        `$${cost_usd.toFixed(2)}`.padStart(8),
        waits,
        cwd,
      ]);
    }
  }
  console.log(`${new Date().toLocaleTimeString()}  ${rows.length} live`);
  for (const row of rows) console.log(`  ${row.join('  ')}`);
}

await draw();
if (!process.argv.includes('--once')) {
  // Any event may change the list; events in quick succession cause one update.
  let isStale = false;
  setInterval(() => {
    if (isStale) draw().catch((error) => console.error(error.message));
    isStale = false;
  }, 500).unref();
  for await (const _ of reins.subscribe({ since: 'now', live: false, signal: quit.signal })) isStale = true;
}
