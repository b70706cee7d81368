/** The templates in the settings of the hub; none until they are known, and none for a device that may not see them. */
import { useEffect, useState } from 'preact/hooks';
import type { Templates } from '../../src/protocol/templates.ts';
import { useHub } from '../hub/page-hub.ts';

export function useTemplates(): Templates {
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
