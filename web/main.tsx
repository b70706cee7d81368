/** Where the page begins. */
import { render } from 'preact';
import { App } from './app.tsx';

const root = document.getElementById('app');
if (root) render(<App />, root);

// On plain http, but for this machine itself, browsers have none.
navigator.serviceWorker?.register('/worker.js').catch(() => {});
