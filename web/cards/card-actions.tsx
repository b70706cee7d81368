/** The buttons of a card: secondary actions, then the ones that answer. */

interface Action {
  readonly label: string;
  /** Absent for the button that submits the surrounding form. */
  readonly onClick?: () => void;
  /** The key that presses it. */
  readonly keyName?: string | undefined;
  readonly look?: 'primary' | 'danger' | undefined;
  readonly isDisabled?: boolean;
}

interface CardActionsProps {
  /** Absent if there are no secondary actions. */
  readonly extras?: readonly (Action | false)[] | undefined;
  readonly decide: readonly (Action | false)[];
}

export function CardActions({ extras, decide }: CardActionsProps) {
  return (
    <footer class="actions">
      {extras && <div class="extras">{buttons(extras, 'text-button')}</div>}
      <div class="decide">{buttons(decide, 'button large')}</div>
    </footer>
  );
}

function buttons(actions: readonly (Action | false)[], style: string) {
  return actions.map((action, place) =>
    action ? (
      <button
        // Keyed by position, so a button whose label changes keeps the focus.
        key={place}
        type={action.onClick ? 'button' : 'submit'}
        class={action.look ? `${style} ${action.look}` : style}
        data-key={action.keyName}
        disabled={action.isDisabled}
        onClick={action.onClick}
      >
        {action.label}
      </button>
    ) : null,
  );
}
