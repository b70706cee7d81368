/** Another model for a session: at once when it is chosen from the list, after a button when its name is typed. */
import { useState } from 'preact/hooks';
import { modelName } from '../../src/core/conversation/model-name.ts';
import type { SessionView } from '../../src/protocol/session.ts';
import { ModelChoice } from '../parts/model-choice.tsx';

interface SwitchModelProps {
  readonly view: Pick<SessionView, 'model'>;
  readonly onSwitch: (model: string) => void;
}

export function SwitchModel({ view: { model }, onSwitch }: SwitchModelProps) {
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  return (
    <>
      <ModelChoice
        value={typed}
        whenEmpty={model ? modelName(model) : 'as it is'}
        onChange={(value, isKnown) => {
          setTyped(isKnown ? '' : value);
          if (isKnown && value !== '') onSwitch(value);
        }}
      />
      {name !== '' && (
        <button type="button" class="button" onClick={() => onSwitch(name)}>
          Use this model
        </button>
      )}
    </>
  );
}
