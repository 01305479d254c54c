import { inWords } from './format.js';

/** Units as columns end in them, and as people write them. */
const units: readonly (readonly [ending: RegExp, unit: string])[] = [
  [/_per_mwh$/, '$/MWh'],
  [/_per_hm3$/, '$/hm³'],
  [/_mwmonth$/, 'MWmonth'],
  [/_hm3$/, 'hm³'],
  [/_m3s$/, 'm³/s'],
  [/_mwh$/, 'MWh'],
  [/_mw$/, 'MW'],
  [/_percent$/, '%'],
  [/_id$/, ''],
];

/** `storage_final_hm3` as the head of a column: “Storage final (hm³)”. */
export function columnInWords(column: string): string {
  const [ending = /$/, unit = ''] = units.find(([end]) => end.test(column)) ?? [];
  const words = inWords(column.replace(ending, ''));
  return unit === '' ? words : `${words} (${unit})`;
}
