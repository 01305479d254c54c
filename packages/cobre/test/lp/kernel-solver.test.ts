import { KernelSolver } from '../../src/lp/kernel-solver.js';
import { solverContract } from './solver-contract.js';

solverContract('KernelSolver', (_, problem) => new KernelSolver(problem));
