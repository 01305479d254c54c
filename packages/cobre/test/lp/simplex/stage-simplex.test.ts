import { StageSimplex } from '../../../src/lp/simplex/stage-simplex.js';
import { solverContract } from '../solver-contract.js';

solverContract('StageSimplex on a tableau', (_, problem) => new StageSimplex(problem, { basis: 'tableau' }));
solverContract('StageSimplex on an inverse', (_, problem) => new StageSimplex(problem, { basis: 'inverse' }));
solverContract('StageSimplex on factors', (_, problem) => new StageSimplex(problem, { basis: 'factored' }));
