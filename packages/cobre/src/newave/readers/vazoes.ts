/** VAZOES: natural flows in m³/s, one record of whole numbers per month, one number per gauge. */
import { badBytes, type DeckFile, type Origin } from './line.js';

export interface Flows {
  readonly gauges: number;
  readonly months: number;
  /** One for each month. */
  readonly records: readonly { readonly origin: Origin }[];
  /** Month 0 is January of the first year of the history. */
  at(month: number, gauge: number): number;
}

/**
 * 320 gauges, or 600 in newer files. A length that fits both is the older one, unless it would reach further than flows can be
 * known (`most` months), or only the newer gives whole years.
 */
export function readFlows({ name, bytes }: DeckFile, most = Number.POSITIVE_INFINITY): Flows {
  const fitting = [320, 600].filter((count) => bytes.length > 0 && bytes.length % (count * 4) === 0);
  const known = (count: number) => bytes.length <= count * 4 * most;
  const whole = (count: number) => bytes.length % (count * 4 * 12) === 0;
  const gauges =
    fitting.find((count) => known(count) && whole(count)) ?? fitting.find(known) ?? fitting.find(whole) ?? fitting[0];
  if (gauges === undefined) throw badBytes(name, 'records of 1280 or 2400 bytes', `${bytes.length} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const months = bytes.length / (gauges * 4);
  return {
    gauges,
    months,
    records: Array.from({ length: months }, (_, k) => ({ origin: { file: name, line: k + 1 } })),
    at: (month, gauge) => view.getInt32((month * gauges + gauge - 1) * 4, true),
  };
}
