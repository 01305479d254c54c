/** Files that are missing or cannot be read. */
import type { Malformed } from './malformed.js';

const config = 'config.json';
const stages = 'stages.json';
const hydros = 'system/hydros.json';
const buses = 'system/buses.json';
const inflowStats = 'scenarios/inflow_seasonal_stats.parquet';

export const structural: readonly Malformed[] = [
  ['a mandatory file is missing', 'MissingFile', 1, { file: hydros }, (f) => (f[hydros] = null)],
  [
    'JSON text is broken',
    'ParseError',
    1,
    { file: buses, line: 3 },
    (f) => (f[buses] = '{\n  "buses": [\n    {"id": }\n]}'),
  ],
  ['JSON text ends early', 'ParseError', 1, { file: config, line: 2 }, (f) => (f[config] = '{"training": {\n')],
  [
    'text is not UTF-8',
    'ParseError',
    1,
    { file: stages, line: null },
    (f) => (f[stages] = Uint8Array.of(0x7b, 0xff, 0xfe)),
  ],
  ['a file is empty', 'ParseError', 1, { file: stages }, (f) => (f[stages] = '')],
  ['a table is no Parquet', 'ParseError', 1, { file: inflowStats }, (f) => (f[inflowStats] = 'PAR1 nonsense PAR1')],
];
