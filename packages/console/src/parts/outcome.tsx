import type { Action } from '../state/use-action.js';
import { TroubleNote } from './notes.js';

/** What became of an action: its words, or its trouble. The place is always there, so that a screen reader hears of it. */
export function Outcome({ action: { done, trouble } }: { action: Action }) {
  return (
    <>
      <div role="status" class={done === undefined ? 'quiet-status' : 'note good'}>
        {done !== undefined && <p>{done}</p>}
      </div>
      {trouble !== undefined && <TroubleNote trouble={trouble} />}
    </>
  );
}
