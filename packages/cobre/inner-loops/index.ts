/** The inner loops of the stage simplex, compiled to WebAssembly by `npm run inner-loops`. */
export {
  addColumn,
  basicValues,
  combineRows,
  computePrices,
  gatherColumns,
  leavingRow,
  loadColumn,
  loadRow,
  noteCut,
  noteExchange,
  priceAll,
  rightOfNonbasic,
  settle,
} from './basis';
export { arePriced, areWithin, columnGap, rowGap } from './certificate';
export { eliminateNucleus, numberPivots, pivotSingletons } from './factorisation';
export { solve } from './factors';
export { mostProfitable, perturb, placeBasic, placeNonbasic, priceBasic, totalCost } from './placement';
export { measureAll, measureListed, moveAlong, movePrices } from './position';
export { beginTest, choose, offerRow } from './ratio-test';
