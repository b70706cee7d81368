/** A choice between a few values, side by side. */

interface ChipsProps<Value> {
  readonly label: string;
  readonly choices: readonly { readonly value: Value; readonly words: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

export function Chips<Value>({ label, choices, value, onChange }: ChipsProps<Value>) {
  return (
    <fieldset class="chips flush" aria-label={label}>
      {choices.map((choice) => (
        <button
          key={choice.words}
          type="button"
          class="chip"
          aria-pressed={value === choice.value}
          onClick={() => onChange(choice.value)}
        >
          {choice.words}
        </button>
      ))}
    </fieldset>
  );
}
