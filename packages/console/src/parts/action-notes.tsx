import type { Action } from '../state/use-action.js';
import { TroubleNote } from './notes.js';

/** How it ended: said aloud by screen readers, for good and for bad. */
export function ActionNotes({ action }: { action: Action }) {
  return (
    <>
      {action.trouble !== undefined && <TroubleNote trouble={action.trouble} />}
      <p role="status">{action.busy ? 'Working …' : (action.done ?? '')}</p>
    </>
  );
}
