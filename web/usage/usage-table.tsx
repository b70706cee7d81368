/** A table of usage figures. */
import { t } from '../../src/core/translate.ts';
import { costText, writtenTokens } from '../../src/core/usage/usage-rows.ts';
import { shortCount } from '../../src/core/wording/short-count.ts';
import type { UsageRow } from '../../src/protocol/usage.ts';

interface UsageTableProps {
  readonly caption: string;
  readonly heading: string;
  readonly rows: readonly UsageRow[];
  readonly nameOf: (key: string) => string;
}

/** In a fleet, hosts may have folders of the same name. */
export function rowName({ key, host }: UsageRow, nameOf: (key: string) => string): string {
  return host === undefined ? nameOf(key) : t('{name} on {host}', { name: nameOf(key), host });
}

export function UsageTable({ caption, heading, rows, nameOf }: UsageTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: elements that scroll sideways must be reachable by keyboard
    <section class="usage-table" tabIndex={0} aria-label={caption}>
      <table>
        <thead>
          <tr>
            <th scope="col">{heading}</th>
            <th scope="col">{t('Cost')}</th>
            <th scope="col">{t('Input')}</th>
            <th scope="col">{t('Output')}</th>
            <th scope="col">{t('Cache writes')}</th>
            <th scope="col">{t('Cache reads')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.key} ${row.host}`}>
              <th scope="row">{rowName(row, nameOf)}</th>
              <td>{costText(row)}</td>
              <td>{shortCount(row.input_tokens)}</td>
              <td>{shortCount(row.output_tokens)}</td>
              <td>{shortCount(writtenTokens(row))}</td>
              <td>{shortCount(row.cache_read_tokens)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
