/** The page itself, loaded once its language is known. */
import { render } from 'preact';
import { App } from './app.tsx';
import { enter } from './hub/entry.ts';

export function start(): void {
  const root = document.getElementById('app');
  // A pairing link takes precedence: it may belong to another hub or give this device a new name.
  const entering = location.pathname === '/pair' ? undefined : enter();
  if (root) render(<App entering={entering} />, root);

  // Missing over plain http, except on localhost.
  navigator.serviceWorker?.register('/worker.js').catch(() => {});
}
