import type { EntryDraft } from '../src/index.js';

/** A draft with everything filled in; tests state only what matters to them. */
export function draft(changes: Partial<EntryDraft> = {}): EntryDraft {
  return {
    stream: 'trace-1',
    type: 'RunStarted',
    actor: { kind: 'user', id: 'alice' },
    at: '2026-01-01T00:00:00.000Z',
    body: { step: 1 },
    ...changes,
  };
}

/** `count` drafts over a few streams, one second apart. */
export function drafts(count: number, streams = 3): EntryDraft[] {
  return Array.from({ length: count }, (_, i) =>
    draft({
      stream: `trace-${i % streams}`,
      type: i % 2 === 0 ? 'StepStarted' : 'StepCompleted',
      at: new Date(Date.UTC(2026, 0, 1) + i * 1000).toISOString(),
      body: { step: i, note: `entry number ${i}` },
    }),
  );
}
