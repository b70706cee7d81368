/** Starts a session: its folder, prompt and options. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter';
import {
  COMMON_FIELDS,
  EMPTY_FORM,
  type FieldName,
  type FormField,
  type FormValues,
  isOffered,
  MORE_FIELDS,
} from '../../src/core/new-session/form-fields.ts';
import { fillIn, toNewSession } from '../../src/core/new-session/to-new-session.ts';
import { randomId } from '../../src/core/random-id.ts';
import { t, tn } from '../../src/core/translate.ts';
import { untrustedFolder, untrustedText } from '../../src/core/wording/trust-text.ts';
import type { Templates } from '../../src/protocol/templates.ts';
import { makeOutgoing } from '../../src/sdk/outgoing.ts';
import { DictateButton, withWords } from '../composer/dictate-button.tsx';
import { AddPicture, PictureList } from '../composer/picture-list.tsx';
import { type Pictures, pastedPictures, usePictures } from '../composer/use-pictures.ts';
import { useHub } from '../hub/page-hub.ts';
import { useStore } from '../hub/store.ts';
import { ScreenBar } from '../parts/screen-bar.tsx';
import { Warning } from '../parts/warning.tsx';
import { FolderField } from './folder-field.tsx';
import { FormInput } from './form-input.tsx';

const RECENT = 6;

export function NewSessionScreen() {
  const hub = useHub();
  const [, go] = useLocation();
  const { sessions } = useStore(hub.sessions);
  const { all: hosts, areSeveral } = useStore(hub.hosts);
  /** Empty: this host. */
  const [host, setHost] = useState('');
  const here = sessions.filter(({ host: name, host_state }) => (host === '' ? !host_state : name === host));
  const folders = [...new Set(here.map(({ cwd }) => cwd).filter(Boolean))].slice(0, RECENT);
  const templates = useTemplates();
  const [template, setTemplate] = useState('');
  const [values, setValues] = useState<FormValues>(EMPTY_FORM);
  const [problem, setProblem] = useState<string>();
  const pictures = usePictures(setProblem);
  const [isStarting, setStarting] = useState(false);
  /** The typed folder, and the folder that would become trusted. */
  const [untrusted, setUntrusted] = useState<{ readonly typed: string; readonly folder: string }>();
  /** The same for every attempt, so that a lost response does not start the session twice. */
  const [sessionId, setSessionId] = useState(randomId);
  const folder = values.cwd.trim() || folders[0] || '';
  const asks = untrusted?.typed === folder ? untrusted : undefined;
  const change = (name: FieldName, value: string) => setValues((before) => ({ ...before, [name]: value }));
  const choose = (name: string) => {
    setTemplate(name);
    setValues(fillIn(templates[name] ?? {}, values));
  };

  const start = async (event: Event) => {
    event.preventDefault();
    setStarting(true);
    setProblem(undefined);
    try {
      const hasPictures = pictures.pictures.length > 0;
      const body = toNewSession({ ...values, cwd: folder }, { template: templates[template], hasPictures });
      const session = await hub.client.createSession({
        ...body,
        session_id: sessionId,
        ...(asks && { trust: true }),
        ...(host !== '' && { host }),
      });
      hub.sessions.put(session);
      // Sent like any other message, so it is shown in the session and delivered at most once.
      if (hasPictures)
        hub.outbox.send(session.session_id, makeOutgoing(values.prompt, pictures.pictures, 'queue'));
      go(`/sessions/${session.session_id}`);
    } catch (error) {
      const root = untrustedFolder(error);
      setUntrusted(root === undefined ? undefined : { typed: folder, folder: root });
      setProblem(root === undefined ? (error as Error).message : undefined);
      if ((error as { code?: string }).code !== 'hub_not_running') setSessionId(randomId());
      setStarting(false);
    }
  };

  const input = (field: FormField) => {
    const props = {
      value: values[field.name],
      onChange: (value: string) => change(field.name, value),
    };
    const label = host === '' ? field.label : t('Folder on {host}', { host });
    if (field.name === 'cwd')
      return <FolderField label={label} recent={folders} canBrowse={host === ''} {...props} />;
    if (field.name === 'prompt')
      return <PromptField label={field.label} pictures={pictures} onProblem={setProblem} {...props} />;
    return <FormInput field={field} {...props} />;
  };
  const [folderField, promptField, ...choices] = COMMON_FIELDS.map(input);
  const names = Object.keys(templates);

  return (
    <div class="screen">
      <ScreenBar title={t('New session')} />
      <div class="scroll">
        <form class="column form" onSubmit={start}>
          {names.length > 0 && (
            <label>
              <span class="label">{t('Template')}</span>
              <select class="field" value={template} onChange={(event) => choose(event.currentTarget.value)}>
                <option value="">{t('None')}</option>
                {names.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          )}
          {areSeveral && (
            <label>
              <span class="label">{t('Host')}</span>
              <select class="field" value={host} onChange={(event) => setHost(event.currentTarget.value)}>
                {hosts.map(({ host_id, name, is_self, state }) => (
                  <option key={host_id} value={is_self ? '' : name} disabled={state === 'offline'}>
                    {is_self
                      ? t('{name} (this host)', { name })
                      : state === 'offline'
                        ? t('{name} (offline)', { name })
                        : name}
                  </option>
                ))}
              </select>
            </label>
          )}
          {folderField}
          {promptField}
          <div class="pair narrow">{choices}</div>
          <MoreFields values={values} template={template} onChange={change} />
          <div class="row-end">
            {problem && <Warning words={problem} />}
            {asks && (
              <Warning words={`${untrustedText(asks.folder)} ${t('Start there only if you trust it.')}`} />
            )}
            {asks && (
              <button type="button" class="button large" onClick={() => setUntrusted(undefined)}>
                {t('Back')}
              </button>
            )}
            <button type="submit" class="button large primary" disabled={folder === '' || isStarting}>
              {isStarting ? t('Starting…') : asks ? t('Trust the folder and start') : t('Start')}
            </button>
          </div>
        </form>
      </div>
    </div>
  );
}

/** The templates in the hub's settings; empty until loaded, and for devices that may not read settings. */
function useTemplates(): Templates {
  const { client } = useHub();
  const [templates, setTemplates] = useState<Templates>({});
  useEffect(() => {
    client.settings.get().then(
      (settings) => setTemplates(settings.templates ?? {}),
      () => {},
    );
  }, [client]);
  return templates;
}

interface PromptFieldProps {
  readonly label: string;
  readonly value: string;
  readonly pictures: Pictures;
  readonly onChange: (prompt: string) => void;
  readonly onProblem: (words: string) => void;
}

/** The first prompt, with pictures. */
function PromptField({ label, value, pictures, onChange, onProblem }: PromptFieldProps) {
  return (
    <div class="prompt-field">
      <label>
        <span class="label">{label}</span>
        <textarea
          class="field"
          rows={4}
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
          onPaste={(event) => void pictures.attach(pastedPictures(event))}
        />
      </label>
      <PictureList pictures={pictures} />
      <div class="under-field">
        <AddPicture pictures={pictures} class="button small">
          {t('Add an image')}
        </AddPicture>
        <DictateButton onWords={(words) => onChange(withWords(value, words))} onProblem={onProblem} />
      </div>
    </div>
  );
}

interface MoreFieldsProps {
  readonly values: FormValues;
  /** Opens the section when a chosen template sets options in it. */
  readonly template: string;
  readonly onChange: (name: FieldName, value: string) => void;
}

/** Rarely used options, folded. */
function MoreFields({ values, template, onChange }: MoreFieldsProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const fields = MORE_FIELDS.filter((field) => isOffered(field, values));
  const chosen = fields.filter(({ name }) => values[name] !== '').length;
  useEffect(() => {
    if (details.current && template !== '' && chosen > 0) details.current.open = true;
  }, [template]);
  return (
    <details class="more" ref={details}>
      <summary>
        {t('More options')}
        {chosen > 0 && <span class="muted">{tn(chosen, '{n} set', '{n} set')}</span>}
      </summary>
      <div class="pair">
        {fields.map((field) => (
          <FormInput
            key={field.name}
            field={field}
            value={values[field.name]}
            onChange={(value) => onChange(field.name, value)}
          />
        ))}
      </div>
    </details>
  );
}
