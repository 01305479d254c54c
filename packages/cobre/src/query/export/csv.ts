import { jsonScalar } from '../json-values.js';
import type { EncoderKind } from './encoder.js';

/** RFC 4180 with a header and `\n`; empty for null, numbers in their shortest exact form. */
export const csv: EncoderKind = {
  extension: 'csv',
  open(names, _types, sink) {
    return {
      begin: () => sink(`${names.map(field).join(',')}\n`),
      async chunk(columns, rowCount) {
        const lines: string[] = [];
        for (let row = 0; row < rowCount; row++) {
          let line = '';
          for (let k = 0; k < columns.length; k++)
            line += k === 0 ? field(columns[k]![row]) : `,${field(columns[k]![row])}`;
          lines.push(line);
        }
        await sink(`${lines.join('\n')}\n`);
      },
      end: async () => {},
    };
  },
};

function field(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const plain = jsonScalar(value);
  if (plain === null) return '';
  const text = String(plain);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
