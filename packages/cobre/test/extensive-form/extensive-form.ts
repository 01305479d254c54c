/**
 * The exact cost of a small study: its whole scenario tree as one linear program, written from the specification alone.
 * Nothing of the engine is used, so an agreement says that both read the specification the same way.
 */
import { discount } from './discount.js';
import { Program, type Term, times } from './program.js';
import type { Id, RawStudy, TerminalCut } from './raw-study.js';
import { scenarioTree, type TreeNode } from './scenario-tree.js';
import { nodeEquations, type Storages } from './stage-equations.js';
import { seed, transitKey } from './travel.js';

export interface ExtensiveOptions {
  /** Stages in the order they are walked; each once unless given. */
  readonly path?: readonly number[];
  readonly terminalCuts?: readonly TerminalCut[];
  /** Nodes of the first stage, with all that follows them; from the openings of the study unless given. */
  readonly roots?: readonly TreeNode[];
}

/** In $. */
export async function extensiveOptimum(study: RawStudy, options: ExtensiveOptions = {}): Promise<number> {
  const program = new Program();
  const path = options.path ?? study.stages.map((_, stage) => stage);
  const roots = options.roots ?? scenarioTree(study, path);
  const given = [...study.storage, ...study.fillingStorage];
  const start: Storages = new Map<Id, number>([
    ...study.hydros.map(({ id }): [Id, number] => [id, given.find((row) => row.hydro_id === id)?.value_hm3 ?? 0]),
    ...study.hydros.flatMap(({ id }) =>
      study.stages.map((_, stage): [Id, number] => [transitKey(id, stage), seed(study, id, stage)]),
    ),
    ...(study.promises ?? []).map(({ thermal_id, delivery, value_mw }): [Id, number] => [
      `promise ${thermal_id} ${delivery}`,
      value_mw,
    ]),
  ]);
  const total = riskOf(
    program,
    study,
    path[0]!,
    roots.map((node) => costToGo(program, study, node, start, options)),
    likelihoods(roots),
  );
  return (await program.minimum(total)) * 1000;
}

/** A variable that is worth the cost of a node and of everything after it. */
function costToGo(
  program: Program,
  study: RawStudy,
  node: TreeNode,
  start: Storages,
  options: ExtensiveOptions,
): string {
  const { cost, constant, end } = nodeEquations(program, study, node, start);
  const later: Term[] = [];
  if (node.children.length > 0) {
    const below = node.children.map((child) => costToGo(program, study, child, end, options));
    const risk = riskOf(program, study, node.children[0]!.stage, below, likelihoods(node.children));
    later.push(times(discount(study, node.stage), risk));
  } else {
    const cuts = options.terminalCuts ?? study.terminalCuts;
    if (cuts !== undefined) later.push(times(discount(study, node.stage), terminal(program, study, end, cuts)));
  }
  const value = program.variable(Number.NEGATIVE_INFINITY);
  program.row([times(1, value), ...[...cost, ...later].map((t) => times(-t.coefficient, t.variable))], '=', constant);
  return value;
}

function likelihoods(nodes: readonly TreeNode[]): number[] {
  return nodes.map(({ probability }) => probability ?? 1 / nodes.length);
}

/** (1 − λ)·E + λ·CVaR with CVaR = min u + E[(Z − u)⁺] / α. */
function riskOf(
  program: Program,
  study: RawStudy,
  stage: number,
  values: readonly string[],
  p: readonly number[],
): string {
  const measure = study.stages[stage]!.risk_measure;
  const { alpha, lambda } = measure === 'expectation' ? { alpha: 1, lambda: 0 } : measure.cvar;
  const result = program.variable(Number.NEGATIVE_INFINITY);
  const terms = [times(1, result), ...values.map((value, k) => times(-(1 - lambda) * p[k]!, value))];
  if (lambda > 0) {
    const quantile = program.variable(Number.NEGATIVE_INFINITY);
    terms.push(times(-lambda, quantile));
    for (const [k, value] of values.entries()) {
      const excess = program.variable();
      program.row([times(1, excess), times(-1, value), times(1, quantile)], '>=', 0);
      terms.push(times((-lambda * p[k]!) / alpha, excess));
    }
  }
  program.row(terms, '=', 0);
  return result;
}

function terminal(program: Program, study: RawStudy, end: Storages, cuts: readonly TerminalCut[]): string {
  const theta = program.variable(Number.NEGATIVE_INFINITY);
  const ids = study.hydros.map(({ id }) => id).sort((a, b) => (a < b ? -1 : 1));
  for (const { intercept, slope, promise = [] } of cuts) {
    const waiting = promise.map((value, k) =>
      times(-value, end.get(`promise ${study.after!.cells[k]!.thermal_id} ${study.stages.length}`) as string),
    );
    const terms = [...ids.map((id, h) => times(-slope[h]!, end.get(id) as string)), ...waiting];
    program.row([times(1, theta), ...terms], '>=', intercept);
  }
  return theta;
}
