/** A choice between a few values, side by side. */

interface ChipsProps<Value> {
  readonly label: string;
  readonly choices: readonly { readonly value: Value; readonly words: string }[];
  readonly value: Value;
  readonly style?: string;
  readonly onChange: (value: Value) => void;
}

export function Chips<Value>({ label, choices, value, style = 'chips flush', onChange }: ChipsProps<Value>) {
  return (
    <fieldset class={style} aria-label={label}>
      {choices.map((choice, place) => (
        <button
          // Keyed by position, so a button whose words change keeps the focus.
          key={place}
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
