import { flattenInto, isNested, type JsonScalar, jsonScalar, jsonText } from '../json-values.js';
import type { EncoderKind } from './encoder.js';

/** One array with an object per line. */
export const json: EncoderKind = {
  extension: 'json',
  open(names, types, sink) {
    const nested = types.some(isNested);
    const record = (columns: readonly (readonly unknown[])[], row: number) => {
      const fields: Record<string, JsonScalar> = {};
      names.forEach((name, k) => {
        if (nested) flattenInto(fields, name, columns[k]![row]);
        else fields[name] = jsonScalar(columns[k]![row]);
      });
      return jsonText(fields);
    };
    let first = true;
    return {
      begin: () => sink('['),
      async chunk(columns, rowCount) {
        if (rowCount === 0) return;
        const lines = Array.from({ length: rowCount }, (_, row) => record(columns, row));
        await sink(`${first ? '\n' : ',\n'}${lines.join(',\n')}`);
        first = false;
      },
      end: () => sink('\n]\n'),
    };
  },
};
