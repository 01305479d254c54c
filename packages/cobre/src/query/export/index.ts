import { arrow } from './arrow.js';
import { csv } from './csv.js';
import type { EncoderKind } from './encoder.js';
import { json } from './json.js';
import { parquet } from './parquet.js';

export const encoders = { csv, json, arrow, parquet } as const satisfies Record<string, EncoderKind>;

export type ExportFormat = keyof typeof encoders;
