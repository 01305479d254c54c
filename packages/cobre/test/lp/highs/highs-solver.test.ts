import { HighsSolver } from '../../../src/lp/highs/highs-solver.js';
import { solverContract } from '../solver-contract.js';

solverContract('HighsSolver', (runtime, problem) => new HighsSolver(runtime, problem));
solverContract('HighsSolver with lazy rows', (runtime, problem) => new HighsSolver(runtime, problem, { eagerCuts: 0 }));
