/** Sends another device a notification, and says whether it was shown there. */
import { useState } from 'preact/hooks';
import type { Device } from '../../src/protocol/devices.ts';
import { useHub } from '../hub/page-hub.ts';
import { followTest } from './follow-test.ts';

export function DeviceTest({ device: { id, name } }: { readonly device: Device }) {
  const { client } = useHub();
  const [words, setWords] = useState<string>();
  const test = async () => {
    setWords('It is on its way.');
    try {
      setWords(await followTest(client, await client.push.test(id)));
    } catch (error) {
      setWords((error as Error).message);
    }
  };
  return (
    <>
      {words && (
        <span class="small muted device-words" role="status">
          {words}
        </span>
      )}
      <button
        type="button"
        class="button small"
        aria-label={`Send ${name} a notification to try`}
        onClick={test}
      >
        Try
      </button>
    </>
  );
}
