/** Starts a session: where, how, and with which first words. */
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter';
import { randomId } from '../../src/core/random-id.ts';
import { shortHome } from '../../src/core/words/shown-path.ts';
import { modeWords } from '../../src/core/words/suggestion-words.ts';
import { untrustedFolder, untrustedWords } from '../../src/core/words/trust-words.ts';
import type { StartingDriver } from '../../src/protocol/steering.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';
import { Breakable } from '../parts/breakable.tsx';
import { ScreenBar } from '../parts/screen-bar.tsx';
import { Warning } from '../parts/warning.tsx';

const MODES = ['default', 'acceptEdits', 'plan', 'auto'] as const;
const RECENT = 6;

export function NewSessionScreen() {
  const hub = useHub();
  const [, go] = useLocation();
  const { sessions } = useStore(hub.sessions);
  const folders = [...new Set(sessions.map(({ cwd }) => cwd).filter(Boolean))].slice(0, RECENT);
  const [cwd, setCwd] = useState('');
  const [prompt, setPrompt] = useState('');
  const [mode, setMode] = useState('');
  const [driver, setDriver] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isStarting, setStarting] = useState(false);
  /** The folder that was typed, and what would be trusted with it. */
  const [untrusted, setUntrusted] = useState<{ readonly typed: string; readonly folder: string }>();
  /** The same for every try: a start that was heard and not answered is not done twice. */
  const [sessionId, setSessionId] = useState(randomId);
  const folder = cwd || folders[0] || '';
  const asks = untrusted?.typed === folder ? untrusted : undefined;

  const start = async (event: Event) => {
    event.preventDefault();
    setStarting(true);
    setProblem(undefined);
    try {
      const session = await hub.client.createSession({
        session_id: sessionId,
        cwd: folder,
        ...(prompt.trim() && { prompt: prompt.trim() }),
        ...(mode && { permission_mode: mode as (typeof MODES)[number] }),
        ...(driver && { driver: driver as StartingDriver }),
        ...(asks && { trust: true }),
      });
      hub.sessions.put(session);
      go(`/sessions/${session.session_id}`);
    } catch (error) {
      const root = untrustedFolder(error);
      setUntrusted(root === undefined ? undefined : { typed: folder, folder: root });
      setProblem(root === undefined ? (error as Error).message : undefined);
      if ((error as { code?: string }).code !== 'hub_not_running') setSessionId(randomId());
      setStarting(false);
    }
  };

  return (
    <div class="screen">
      <ScreenBar title="New session" />
      <div class="scroll">
        <form class="column form" onSubmit={start}>
          {problem && <Warning words={problem} />}
          <label>
            <span class="label">Folder on the hub’s machine</span>
            <input
              class="field mono"
              value={cwd}
              placeholder={folders[0] ?? '/path/to/project'}
              onInput={(event) => setCwd(event.currentTarget.value)}
              autocapitalize="off"
              spellcheck={false}
            />
          </label>
          {folders.length > 1 && (
            <div class="chips wrap">
              {folders.map((one) => (
                <button
                  key={one}
                  type="button"
                  class="chip"
                  aria-pressed={folder === one}
                  onClick={() => setCwd(one)}
                >
                  <Breakable text={shortHome(one)} />
                </button>
              ))}
            </div>
          )}
          <label>
            <span class="label">What should Claude do?</span>
            <textarea
              class="field"
              rows={4}
              value={prompt}
              onInput={(event) => setPrompt(event.currentTarget.value)}
            />
          </label>
          <div class="pair">
            <label>
              <span class="label">Mode</span>
              <select class="field" value={mode} onChange={(event) => setMode(event.currentTarget.value)}>
                <option value="">your usual one</option>
                {MODES.map((one) => (
                  <option key={one} value={one}>
                    {modeWords(one)}
                  </option>
                ))}
              </select>
            </label>
            <label>
              <span class="label">Runs</span>
              <select class="field" value={driver} onChange={(event) => setDriver(event.currentTarget.value)}>
                <option value="">as the hub is set up</option>
                <option value="stream">in the background</option>
                <option value="tmux">in a terminal (tmux)</option>
              </select>
            </label>
          </div>
          {asks && <Warning words={`${untrustedWords(asks.folder)} Start there only if you trust it.`} />}
          <div class="row-end">
            {asks && (
              <button type="button" class="button large" onClick={() => setUntrusted(undefined)}>
                Back
              </button>
            )}
            <button type="submit" class="button large primary" disabled={folder === '' || isStarting}>
              {isStarting ? 'Starting' : asks ? 'Trust the folder and start' : 'Start'}
            </button>
          </div>
        </form>
      </div>
    </div>
  );
}
