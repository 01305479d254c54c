import type { WorkflowProblem } from '../../answers/index.js';
import { type Expression, parseExpression, rootsOf, stepsReadBy } from '../../domain/expression.js';
import { schemaProblem } from '../../domain/json-schema.js';
import { expressionsIn } from '../../domain/template.js';
import { tierRank } from '../../domain/tier.js';
import type { Action } from '../../domain/workflow.js';
import { dependenciesOf, orderedActions } from '../../engine/graph.js';
import { kindOf, serverOf } from '../../steps/index.js';
import { WorkflowDefinition } from '../../steps/workflow-definition.js';

/** Everything that can be found wrong before a run: form, order, references, cycles, tiers, servers. All at once. */
export async function problemsOf(source: unknown, servers: readonly string[]): Promise<WorkflowProblem[]> {
  const parsed = WorkflowDefinition.safeParse(source);
  if (!parsed.success) {
    return parsed.error.issues.map(({ path, message }) => ({ path: path.join('.') || '(root)', message }));
  }
  const definition = parsed.data;
  const schema = definition.inputSchema === undefined ? undefined : await schemaProblem(definition.inputSchema);
  return [
    ...(schema === undefined ? [] : [{ path: 'inputSchema', message: schema }]),
    ...orderProblems(definition),
    ...referenceProblems(definition),
    ...tierProblems(definition),
    ...serverProblems(definition, servers),
    ...shapeProblems(definition),
    ...outputProblems(definition),
  ];
}

const at = (action: Action, field: string): string => `actions.${action.actionId}.${field}`;

function orderProblems({ actions }: WorkflowDefinition): WorkflowProblem[] {
  const ids = actions.map(({ actionId }) => actionId);
  const twice = ids.filter((id, i) => ids.indexOf(id) !== i);
  const orders = actions.map(({ order }, i) => order ?? i + 1).sort((a, b) => a - b);
  const gap = orders.some((order, i) => order !== i + 1);
  return [
    ...twice.map((id) => ({ path: `actions.${id}`, message: 'is there twice' })),
    ...(gap ? [{ path: 'actions', message: 'order must run 1, 2, 3 … without gaps' }] : []),
  ];
}

/** Reads only what comes before; a step that needs an output which cannot exist yet would wait for ever. */
function referenceProblems(definition: WorkflowDefinition): WorkflowProblem[] {
  const actions = orderedActions(definition);
  const known = new Set(actions.map(({ actionId }) => actionId));
  const problems: WorkflowProblem[] = [];
  for (const action of actions) {
    const needs = dependenciesOf(action, actions);
    for (const id of needs)
      if (!known.has(id)) problems.push({ path: at(action, 'dependsOn'), message: `there is no step "${id}"` });
    if (needs.every((id) => known.has(id))) problems.push(...expressionProblems(action, actions));
  }
  return [...problems, ...cycleProblems(actions)];
}

function expressionProblems(action: Action, actions: readonly Action[]): WorkflowProblem[] {
  const problems: WorkflowProblem[] = [];
  const before = ancestorsOf(action, actions);
  const allowed = new Set(['input', 'steps', 'run', ...(action.forEach === undefined ? [] : ['item', 'index'])]);
  for (const { path, read, also } of readable(action)) {
    try {
      for (const { path: inner, expression } of read()) {
        const where = at(action, inner === '' ? path : `${path}.${inner}`);
        for (const root of rootsOf(expression))
          if (!allowed.has(root) && root !== also)
            problems.push({ path: where, message: `"${root}" is not known here` });
        for (const id of stepsReadBy(expression))
          if (!before.has(id)) problems.push({ path: where, message: `step "${id}" does not come before this one` });
      }
    } catch (error) {
      problems.push({ path: at(action, path), message: (error as Error).message });
    }
  }
  return problems;
}

/** It is made when all steps are done, so it may read any of them. */
function outputProblems({ actions, output }: WorkflowDefinition): WorkflowProblem[] {
  const known = new Set(actions.map(({ actionId }) => actionId));
  const problems: WorkflowProblem[] = [];
  try {
    for (const { path: inner, expression } of expressionsIn(output)) {
      const path = inner === '' ? 'output' : `output.${inner}`;
      for (const root of rootsOf(expression))
        if (!['input', 'steps', 'run'].includes(root)) problems.push({ path, message: `"${root}" is not known here` });
      for (const id of stepsReadBy(expression))
        if (!known.has(id)) problems.push({ path, message: `there is no step "${id}"` });
    }
  } catch (error) {
    problems.push({ path: 'output', message: (error as Error).message });
  }
  return problems;
}

interface Readable {
  readonly path: string;
  read(): readonly { readonly path: string; readonly expression: Expression }[];
  /** What is known here and nowhere else. */
  readonly also?: string;
}

function readable(action: Action): Readable[] {
  const single = (path: string, text: string | undefined): Readable[] =>
    text === undefined ? [] : [{ path, read: () => [{ path: '', expression: parseExpression(text) }] }];
  const templates = { path: 'arguments', read: () => expressionsIn(kindOf(action).templates(action)) };
  const undoing = { path: 'compensation', read: () => expressionsIn(undoingTemplates(action)), also: 'output' };
  return [...single('when', action.when), ...single('forEach', action.forEach), templates, undoing];
}

function undoingTemplates({ compensation }: Action): unknown {
  if (compensation === undefined || 'tool' in compensation) return compensation?.arguments;
  const { url, headers, body } = compensation;
  return { url, headers, body };
}

function ancestorsOf(action: Action, actions: readonly Action[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (current: Action): void => {
    for (const id of dependenciesOf(current, actions)) {
      if (found.has(id)) continue;
      found.add(id);
      const next = actions.find(({ actionId }) => actionId === id);
      if (next !== undefined) visit(next);
    }
  };
  visit(action);
  return found;
}

function cycleProblems(actions: readonly Action[]): WorkflowProblem[] {
  return actions
    .filter((action) => ancestorsOf(action, actions).has(action.actionId))
    .map((action) => ({ path: at(action, 'dependsOn'), message: 'waits for itself' }));
}

function tierProblems({ actions, executionTier }: WorkflowDefinition): WorkflowProblem[] {
  if (executionTier === undefined) return [];
  return actions
    .filter(({ executionTierOverride: own }) => own !== undefined && tierRank(own) < tierRank(executionTier))
    .map((action) => ({
      path: at(action, 'executionTierOverride'),
      message: `may not be weaker than ${executionTier}`,
    }));
}

function serverProblems({ actions }: WorkflowDefinition, servers: readonly string[]): WorkflowProblem[] {
  const named = actions.flatMap((action) => [
    { server: serverOf(action), path: at(action, 'server') },
    { server: undoingServer(action), path: at(action, 'compensation.server') },
  ]);
  const unknown = named.filter(({ server }) => server !== undefined && !servers.includes(server));
  const list = servers.length === 0 ? 'no servers are configured' : `configured: ${servers.join(', ')}`;
  return unknown.map(({ path }) => ({ path, message: `is not a configured server (${list})` }));
}

const undoingServer = ({ compensation }: Action): string | undefined =>
  compensation !== undefined && 'tool' in compensation ? compensation.server : undefined;

function shapeProblems({ actions }: WorkflowDefinition): WorkflowProblem[] {
  return actions.flatMap((action): WorkflowProblem[] => {
    const kind = kindOf(action);
    if (action.forEach !== undefined && kind.does === 'gate') {
      return [{ path: at(action, 'forEach'), message: 'a gate is passed once; put forEach on the steps behind it' }];
    }
    return (kind.problems?.(action) ?? []).map(({ field, message }) => ({ path: at(action, field), message }));
  });
}
