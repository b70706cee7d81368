/** Where the page begins. */
import { render } from 'preact';
import { App } from './app.tsx';
import { enter } from './hub/entry.ts';

const root = document.getElementById('app');
// A link with a code comes first: it may be for another hub's cookie, or a new name.
const entering = location.pathname === '/pair' ? undefined : enter();
if (root) render(<App entering={entering} />, root);

// On plain http, but for this machine itself, browsers have none.
navigator.serviceWorker?.register('/worker.js').catch(() => {});
