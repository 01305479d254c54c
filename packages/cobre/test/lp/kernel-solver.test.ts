import { KernelSolver } from '../../src/lp/kernel-solver.js';
import { solverContract } from './solver-contract.js';

solverContract('KernelSolver on a tableau', (_, problem) => new KernelSolver(problem, { basis: 'tableau' }));
solverContract('KernelSolver on an inverse', (_, problem) => new KernelSolver(problem, { basis: 'inverse' }));
solverContract('KernelSolver on factors', (_, problem) => new KernelSolver(problem, { basis: 'factored' }));
