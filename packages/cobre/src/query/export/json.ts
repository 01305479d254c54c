import type { DuckDBType } from '@duckdb/node-api';
import { flattenInto, isNested, type JsonScalar, jsonScalar, jsonText } from '../json-values.js';
import type { EncoderKind } from './encoder.js';

/** One array with an object per line. */
export const json: EncoderKind = {
  extension: 'json',
  open(names, types, sink) {
    const line = types.some(isNested) ? nestedLine(names, types) : plainLine(names);
    let first = true;
    return {
      begin: () => sink('['),
      async chunk(columns, rowCount) {
        if (rowCount === 0) return;
        const lines = Array.from({ length: rowCount }, (_, row) => line(columns, row));
        await sink(`${first ? '\n' : ',\n'}${lines.join(',\n')}`);
        first = false;
      },
      end: () => sink('\n]\n'),
    };
  },
};

type LineOf = (columns: readonly (readonly unknown[])[], row: number) => string;

/** Most tables hold only scalars, and then no object need be made for a row. */
function plainLine(names: readonly string[]): LineOf {
  const keys = names.map((name, k) => `${k === 0 ? '{' : ','}${JSON.stringify(name)}:`);
  return (columns, row) => {
    let text = '';
    for (let k = 0; k < keys.length; k++) text += keys[k]! + scalarText(columns[k]![row]);
    return `${text}}`;
  };
}

function scalarText(value: unknown): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  return jsonText(jsonScalar(value));
}

function nestedLine(names: readonly string[], types: readonly DuckDBType[]): LineOf {
  return (columns, row) => {
    const fields: Record<string, JsonScalar> = {};
    for (const [k, name] of names.entries()) flattenInto(fields, name, columns[k]![row], types[k]);
    return jsonText(fields);
  };
}
