import { inWorkspace } from '../state/session.js';
import { useResource } from '../state/use-resource.js';
import { ask } from '../wire/rest.js';

/** How many decisions wait, for the menu: somebody on another page should know. */
export function WaitingCount() {
  const path = inWorkspace('/approvals?limit=100&status=Pending');
  const waiting = useResource(path, (signal) => ask<{ items: readonly unknown[] }>(path, { signal }), {
    on: (event) => /\.(approval|run)\./.test(event.type),
  });
  const count = waiting.data?.items.length ?? 0;
  if (count === 0) return null;
  return (
    <>
      {' '}
      <span class="badge warn">
        {count}
        <span class="hidden"> waiting</span>
      </span>
    </>
  );
}
