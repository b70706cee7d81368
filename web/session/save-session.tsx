/** Exports a session to a file on this device, with secrets masked. */
import { useState } from 'preact/hooks';
import { t } from '../../src/core/translate.ts';
import type { ExportFormatName } from '../../src/protocol/export.ts';
import { useHub } from '../hub/page-hub.ts';
import { Warning } from '../parts/warning.tsx';

const FORMATS: Readonly<Record<ExportFormatName, { readonly words: string; readonly ending: string }>> = {
  markdown: { words: t('Markdown'), ending: 'md' },
  html: { words: t('Web page'), ending: 'html' },
  json: { words: 'JSON', ending: 'json' },
};

/** How long the browser may take to read the file. */
const KEPT_MS = 60_000;

export function SaveSession({ id }: { readonly id: string }) {
  const { client } = useHub();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const save = async (format: ExportFormatName) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const file = await new Response(await client.exportSession(id, { format })).blob();
      download(file, `session-${id.slice(0, 8)}.${FORMATS[format].ending}`);
    } catch (error) {
      setProblem((error as Error).message);
    }
    setBusy(false);
  };
  return (
    <label>
      <span class="label">{t('Export to a file')}</span>
      {problem && <Warning words={problem} />}
      <select
        class="field"
        value=""
        disabled={isBusy}
        onChange={({ currentTarget: { value } }) => value && void save(value as ExportFormatName)}
      >
        <option value="">{isBusy ? t('Exporting…') : t('Choose a format')}</option>
        {Object.entries(FORMATS).map(([format, { words }]) => (
          <option key={format} value={format}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Some browsers read it later.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
