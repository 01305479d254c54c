import { line } from '../state/live.js';

const words = {
  connecting: 'Connecting …',
  live: 'Live',
  reconnecting: 'Reconnecting …',
  refused: 'No live updates: not allowed',
} as const;

/** Whether what is on the page is what is so. */
export function LineState() {
  return (
    <p class={`line ${line.value}`} role="status" data-line={line.value}>
      {words[line.value]}
    </p>
  );
}
