/** The full input of a tool call: long parts are folded, nothing is cut. */
import { addedLines, editLines } from '../../src/core/conversation/diff-lines.ts';
import { t } from '../../src/core/translate.ts';
import { exactTexts } from '../../src/core/wording/exact-text.ts';
import { shownPath } from '../../src/core/wording/shown-path.ts';
import { Diff } from '../diff/diff.tsx';
import { Code } from '../markdown/code.tsx';
import { Breakable } from '../parts/breakable.tsx';

interface ToolInputProps {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly cwd: string;
}

export function ToolInput({ name, input: given, cwd }: ToolInputProps) {
  const input = exactTexts(given);
  const text = (key: string) => (typeof input[key] === 'string' ? (input[key] as string) : '');
  const path = (key: string) => (
    <p class="path mono">
      <Breakable text={shownPath(text(key), cwd)} />
    </p>
  );
  switch (name) {
    case 'Bash':
      return (
        <>
          <Code text={text('command')} language="bash" copyLabel={t('Copy the command')} />
          {text('description') && <p class="small">{text('description')}</p>}
          {input['run_in_background'] === true && <p class="small muted">{t('Runs in the background')}</p>}
        </>
      );
    case 'Edit':
      return (
        <>
          {path('file_path')}
          <Diff lines={editLines(text('old_string'), text('new_string'))} />
          {input['replace_all'] === true && <p class="small muted">{t('Replaces every occurrence')}</p>}
        </>
      );
    case 'MultiEdit': {
      const edits = Array.isArray(input['edits']) ? (input['edits'] as Record<string, unknown>[]) : [];
      return (
        <>
          {path('file_path')}
          {edits.map(({ old_string, new_string }) => (
            <Diff
              key={String(old_string)}
              lines={editLines(String(old_string ?? ''), String(new_string ?? ''))}
            />
          ))}
        </>
      );
    }
    case 'Write':
      return (
        <>
          {path('file_path')}
          <Diff lines={addedLines(text('content'))} />
        </>
      );
    case 'NotebookEdit':
      return (
        <>
          {path('notebook_path')}
          <p class="small muted">
            {text('cell_id') ? t('cell {id}', { id: text('cell_id') }) : t('cell at the end')}
            {' · '}
            {text('cell_type') || t('code')}
          </p>
          {text('new_source') && <Diff lines={addedLines(text('new_source'))} />}
        </>
      );
    case 'Read':
      return path('file_path');
    case 'WebFetch':
      return (
        <>
          <pre class="code">
            <Breakable text={text('url')} />
          </pre>
          {text('prompt') && <p class="small">{text('prompt')}</p>}
        </>
      );
    case 'WebSearch':
      return <pre class="code">{text('query')}</pre>;
    default:
      return <Fields value={input} />;
  }
}

/** The input of any other tool: names and values, text as it is, everything else as JSON. */
function Fields({ value }: { readonly value: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(value);
  if (entries.length === 0) return <p class="small muted">{t('No input')}</p>;
  return (
    <dl class="fields">
      {entries.map(([name, one]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="mono">{typeof one === 'string' ? one : JSON.stringify(one, null, 2)}</dd>
        </div>
      ))}
    </dl>
  );
}
