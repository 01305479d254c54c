/** The inner loops of the stage simplex, compiled to WebAssembly by `npm run inner-loops`. */
export {
  addColumn,
  announce,
  basicValues,
  computePrices,
  gatherColumns,
  loadColumn,
  priceAll,
  rightOfNonbasic,
  settle,
} from './columns';
export { leavingRow, noteCut, noteExchange } from './exchange';
export { combineRows, loadRow } from './pivot-row';
export { arePriced, areWithin, columnGap, rowGap } from './certificate';
export { eliminateNucleus, numberPivots, pivotSingletons } from './factorisation';
export { solve } from './factors';
export { mostProfitable, perturb, placeBasic, placeNonbasic, priceBasic, totalCost } from './placement';
export { measureAll, measureListed, moveAlong, movePrices } from './position';
export { testRow } from './ratio-test';
export { arrangeRows, swap } from './row-matrix';
