import { CertifiedSolver } from '../../../src/lp/simplex/certified-solver.js';
import { solverContract } from '../solver-contract.js';

solverContract('CertifiedSolver', (runtime, problem) => new CertifiedSolver(runtime, problem));
