import { spelled } from './spelled.js';

/** A value exactly as it is, spelled for reading. Scrolls by itself, so it can be reached by keyboard. */
export function Json({ value, label }: { value: unknown; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable without a mouse.
    <section class="json" tabIndex={0} aria-label={label}>
      <pre>{typeof value === 'string' ? value : spelled(value)}</pre>
    </section>
  );
}

/** The same behind a line that opens it. */
export function Details({ summary, value }: { summary: string; value: unknown }) {
  return (
    <details>
      <summary>{summary}</summary>
      <Json value={value} label={summary} />
    </details>
  );
}
