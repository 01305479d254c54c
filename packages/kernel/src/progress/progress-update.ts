/** One step forward. `progress` must not go back; an update that does is dropped. */
export interface ProgressUpdate {
  readonly progress: number;
  /** Left out while unknown; `null` on the wire would make clients reject the whole notification. */
  readonly total?: number | undefined;
  readonly message?: string;
  /** Domain fields; they travel as `metadata` (seed) and under `_meta["io.quadrivium/progress"]` (SDK clients keep that). */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** What a tool sees. Reporting returns at once and never throws, whether or not anybody listens. */
export interface ProgressReporter {
  report(update: ProgressUpdate): void;
}
