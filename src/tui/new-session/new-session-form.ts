/** The new-session form: the focused field, its values, and the template. */
import { modelChoices } from '../../core/model-choices.ts';
import {
  COMMON_FIELDS,
  choicesOf,
  EMPTY_FORM,
  FIELD_NAMES,
  type FieldName,
  type FormField,
  type FormValues,
  isOffered,
  MORE_FIELDS,
} from '../../core/new-session/form-fields.ts';
import { fillIn, toNewSession } from '../../core/new-session/to-new-session.ts';
import type { Key } from '../../lib/read-keys.ts';
import type { Host } from '../../protocol/fleet.ts';
import type { Session } from '../../protocol/session.ts';
import type { NewSession } from '../../protocol/steering.ts';
import type { Templates } from '../../protocol/templates.ts';
import { TextEditor } from '../editor/text-editor.ts';
import { moved } from '../lines/list-window.ts';

/** The template and the host are not options of the run. */
export type ShownField = Omit<FormField, 'name'> & { readonly name: FieldName | 'template' | 'host' };

/** Fields chosen with arrows; the others are typed. */
const CHOSEN: ReadonlySet<FormField['kind']> = new Set(['choice', 'tick']);
const RECENT = 9;

export class NewSessionForm {
  templates: Templates = {};
  isMore = false;
  #template = '';
  /** Empty for this host. */
  #host = '';
  #chosen: FormValues = EMPTY_FORM;
  readonly #editors = new Map<FieldName, TextEditor>();
  /** Where the person is on this host. */
  readonly #folder: string;
  readonly #sessions: () => readonly Session[];
  readonly #hosts: () => readonly Host[];
  #at: ShownField['name'] = 'prompt';
  /** Position in the field's list of suggestions. */
  #offered = -1;

  constructor(folder: string, sessions: () => readonly Session[], hosts: () => readonly Host[]) {
    this.#folder = folder;
    this.#sessions = sessions;
    this.#hosts = hosts;
    for (const { name, kind } of [...COMMON_FIELDS, ...MORE_FIELDS])
      if (!CHOSEN.has(kind)) this.#editors.set(name, new TextEditor(name === 'cwd' ? folder : ''));
  }

  /** In display order. */
  fields(): readonly ShownField[] {
    const names = Object.keys(this.templates);
    const template: ShownField = {
      name: 'template',
      label: 'Template',
      kind: 'choice',
      whenEmpty: 'none',
      choices: names.map((value) => ({ value, label: value })),
    };
    const more = this.isMore ? MORE_FIELDS.filter((field) => isOffered(field, this.values)) : [];
    const common = COMMON_FIELDS.map((field) =>
      field.name === 'cwd' && this.#host !== '' ? { ...field, label: `Folder on ${this.#host}` } : field,
    );
    return [...(names.length > 0 ? [template] : []), ...this.#hostFields(), ...common, ...more];
  }

  /** Only if there are several hosts. */
  #hostFields(): ShownField[] {
    const [self, ...others] = this.#hosts();
    if (!self || others.length === 0) return [];
    const choices = others
      .filter(({ state }) => state !== 'offline')
      .map(({ name }) => ({ value: name, label: name }));
    return [{ name: 'host', label: 'Host', kind: 'choice', whenEmpty: `${self.name} (this host)`, choices }];
  }

  get field(): ShownField {
    return this.#fieldNamed(this.#at) ?? this.#fieldNamed('prompt') ?? (COMMON_FIELDS[0] as ShownField);
  }

  get editor(): TextEditor | undefined {
    return this.editorOf(this.field);
  }

  editorOf({ name }: ShownField): TextEditor | undefined {
    return name === 'template' || name === 'host' ? undefined : this.#editors.get(name);
  }

  valueOf({ name }: ShownField): string {
    if (name === 'host') return this.#host;
    return name === 'template' ? this.#template : this.values[name];
  }

  get values(): FormValues {
    const typed = FIELD_NAMES.map((name) => [name, this.#editors.get(name)?.text ?? this.#chosen[name]]);
    return Object.fromEntries(typed) as FormValues;
  }

  /** The number of fields under "More options" that are set. */
  get chosenMore(): number {
    return MORE_FIELDS.filter((field) => isOffered(field, this.values) && this.values[field.name] !== '')
      .length;
  }

  /** Throws `invalid_request` with the problem. */
  body(): NewSession {
    const body = toNewSession(this.values, { template: this.templates[this.#template] });
    return { ...body, ...(this.#host !== '' && { host: this.#host }) };
  }

  /** Whether the form used the key. */
  press(key: Key): boolean {
    if (key.name === 'tab') this.#move(1);
    else if (key.name === 'shift-tab') this.#move(-1);
    else if (key.name === 'ctrl-o') this.isMore = !this.isMore;
    else if (CHOSEN.has(this.field.kind)) return this.#choose(key);
    else if ((key.name === 'up' || key.name === 'down') && this.#recall(key.name)) return true;
    else return this.editor?.press(key) ?? false;
    return true;
  }

  #fieldNamed(name: ShownField['name']): ShownField | undefined {
    return this.fields().find((field) => field.name === name);
  }

  #move(step: 1 | -1): void {
    const fields = this.fields();
    const at = fields.findIndex(({ name }) => name === this.field.name);
    this.#at = fields[(at + step + fields.length) % fields.length]?.name ?? 'prompt';
    this.#offered = -1;
  }

  #choose(key: Key): boolean {
    const isSpace = key.name === 'text' && key.text === ' ';
    const step = key.name === 'right' || isSpace ? 1 : key.name === 'left' ? -1 : 0;
    if (step === 0) return false;
    const { field } = this;
    const value = this.valueOf(field);
    const values = field.kind === 'tick' ? ['', 'on'] : choicesOf(field, value).map((choice) => choice.value);
    const next = values[(values.indexOf(value) + step + values.length) % values.length] ?? '';
    if (field.name === 'host') this.#chooseHost(next);
    else if (field.name !== 'template') this.#chosen = { ...this.#chosen, [field.name]: next };
    else this.#fillIn(next);
    return true;
  }

  /** Recalls known folders and models. */
  #recall(direction: 'up' | 'down'): boolean {
    const { name } = this.field;
    const offers =
      name === 'cwd'
        ? this.#recentFolders().slice(0, RECENT)
        : name === 'model'
          ? modelChoices(this.#sessions()).map(({ value }) => value)
          : [];
    if (offers.length === 0) return false;
    // The newest folder comes first, as in a shell's history.
    const isOnward = (direction === 'up') === (name === 'cwd');
    this.#offered = moved(this.#offered, isOnward ? 1 : -1, offers.length);
    this.editor?.set(offers[this.#offered] ?? '');
    return true;
  }

  /** Unless the person has typed another folder, it becomes one that the new host has. */
  #chooseHost(host: string): void {
    const isUntouched = this.values.cwd === this.#usualFolder();
    this.#host = host;
    if (isUntouched) this.#editors.get('cwd')?.set(this.#usualFolder());
  }

  #usualFolder(): string {
    return this.#host === '' ? this.#folder : (this.#recentFolders()[0] ?? '');
  }

  /** On the chosen host, the newest first. */
  #recentFolders(): string[] {
    const there = this.#sessions().filter(({ host, host_state }) =>
      this.#host === '' ? !host_state : host_state && host === this.#host,
    );
    return [...new Set(there.map(({ cwd }) => cwd))].filter(Boolean);
  }

  #fillIn(name: string): void {
    this.#template = name;
    const values = fillIn(this.templates[name] ?? {}, this.values);
    this.#chosen = values;
    for (const [field, editor] of this.#editors) editor.set(values[field]);
    if (this.chosenMore > 0) this.isMore = true;
  }
}
