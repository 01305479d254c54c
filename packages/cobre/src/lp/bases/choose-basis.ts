import type { CompactLp } from '../model/compact.js';
import type { FutureCost } from '../solver.js';
import type { Basis } from './basis.js';
import { FactoredBasis } from './factored-basis.js';
import { InverseBasis } from './inverse-basis.js';
import { Tableau } from './tableau.js';

export type BasisKind = 'tableau' | 'inverse' | 'factored';

/** Up to this many entries a dense tableau is faster than anything else. */
const tableauEntries = 2000;
/** Up to this many rows an explicit inverse is faster than factors. */
const inverseRows = 200;
/**
 * With few columns for its rows a stage consists mostly of definitions, blocks and production planes of single plants. They
 * form a nearly triangular matrix whose factors stay sparse, so that factors win earlier.
 */
const [definedRows, columnsPerRow] = [120, 2];

export function makeBasis(lp: CompactLp, variables: number, future: FutureCost | undefined, kind?: BasisKind): Basis {
  const columns = [...(future?.thetaColumn ?? []), ...(future?.stateColumn ?? [])].filter((column) => column >= 0);
  const cutColumns = Int32Array.from(columns, (column) => lp.variableOf[column]!);
  const chosen = kind ?? suitable(lp);
  if (chosen === 'tableau') return new Tableau(lp, variables);
  return chosen === 'inverse'
    ? new InverseBasis(lp, variables, cutColumns)
    : new FactoredBasis(lp, variables, cutColumns);
}

function suitable({ rowCount, columnCount }: CompactLp): BasisKind {
  if (rowCount * columnCount <= tableauEntries) return 'tableau';
  const mostRows = columnCount < columnsPerRow * rowCount ? definedRows : inverseRows;
  return rowCount <= mostRows ? 'inverse' : 'factored';
}
