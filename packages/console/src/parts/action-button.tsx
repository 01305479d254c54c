import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export interface ActionButtonProps {
  readonly children: ComponentChildren;
  readonly onClick: () => void;
  readonly tone?: 'primary' | 'danger' | 'plain';
  /** Why it cannot be pressed; shown beside it, and read out with it. */
  readonly reason?: string | undefined;
  /** Cannot be pressed for the reason that stands beside another button. */
  readonly blocked?: boolean;
  readonly busy?: boolean;
}

/**
 * A button that says why when it cannot be pressed. It stays reachable by keyboard then: a person who cannot see that it is
 * grey should be able to find it and hear the reason.
 */
export function ActionButton(props: ActionButtonProps) {
  const { children, onClick, tone = 'plain', reason, busy = false } = props;
  const id = useId();
  const blocked = reason !== undefined || busy || (props.blocked ?? false);
  return (
    <span class="action">
      <button
        type="button"
        class={`button ${tone}`}
        aria-disabled={blocked}
        aria-describedby={reason === undefined ? undefined : id}
        aria-busy={busy}
        onClick={() => blocked || onClick()}
      >
        {children}
      </button>
      {reason !== undefined && (
        <span id={id} class="reason">
          {reason}
        </span>
      )}
    </span>
  );
}
