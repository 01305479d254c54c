import type { ResultSource } from './result-source.js';

/** A Vega-Lite specification; Vega-Lite itself checks it. */
export type ChartSpec = Readonly<Record<string, unknown>>;

export interface Chart {
  readonly name: string;
  readonly title: string;
  /** What to see in it, for somebody who meets it for the first time. */
  readonly caption: string;
  /** Null when the results do not have what it shows. */
  draw(results: ResultSource): Promise<ChartSpec | null>;
}
