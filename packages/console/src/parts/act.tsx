import type { Action } from '../state/use-action.js';
import { ActionButton, type ActionButtonProps } from './action-button.js';
import { ActionNotes } from './action-notes.js';

/** A button that starts an action, and below it how that ended. */
export function Act({ action, ...button }: Omit<ActionButtonProps, 'busy'> & { readonly action: Action }) {
  return (
    <>
      <ActionButton {...button} busy={action.busy} />
      <ActionNotes action={action} />
    </>
  );
}
