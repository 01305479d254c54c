/** Who reads which file: every tool, prompt and resource that may open it, as requests to a server. */
import { join } from 'node:path';
import { resultKindNames, resultKinds } from '../../src/query/result-kinds.js';

export interface Question {
  /** `terminal` is what only the command line offers. */
  readonly method: 'tools/call' | 'prompts/get' | 'resources/read' | 'terminal';
  readonly params: Readonly<Record<string, unknown>>;
}

const tool = (name: string, args: object): Question => ({ method: 'tools/call', params: { name, arguments: args } });
const terminal = (name: string, args: object): Question => ({ method: 'terminal', params: { name, args } });
const prompt = (name: string, args: object): Question => ({ method: 'prompts/get', params: { name, arguments: args } });
const resource = (uri: string): Question => ({ method: 'resources/read', params: { uri } });

export function isRun({ params }: Question): boolean {
  return params.name === 'cobre/run';
}

/** A number of each table of results, by the name of its kind. */
const numbers: Readonly<Record<string, string>> = {
  hydros: 'storage',
  thermals: 'generation',
  buses: 'marginal_cost',
  exchanges: 'net_flow_mw',
  costs: 'total_cost',
};

/** Where converted policies go; to be removed after each question. */
export const convertedFolder = 'converted';

/** A run is worth many calls, so it comes after many. */
const rounds = 12;

export function questionsAbout(file: string, case_dir: string, other: string): readonly Question[] {
  const output_dir = join(case_dir, 'output');
  const place = encodeURIComponent(output_dir);
  const repeated = (questions: readonly Question[], last: Question): readonly Question[] => [
    ...Array.from({ length: rounds }, () => questions).flat(),
    last,
  ];
  if (file.startsWith('output/policy/')) return repeated(ofPolicy(case_dir, other), simulation(case_dir));
  if (file.startsWith('output/training/')) return ofTraining(output_dir, place, other);
  if (file.startsWith('output/simulation/')) return ofResults(file, output_dir, place);
  return repeated(ofCase(case_dir), tool('cobre/run', { case_dir, phases: 'training' }));
}

const simulation = (case_dir: string) => tool('cobre/run', { case_dir, phases: 'simulation' });

function ofCase(case_dir: string): readonly Question[] {
  const place = encodeURIComponent(case_dir);
  return [
    tool('cobre/validate', { case_dir }),
    tool('cobre/inspect-case', { case_dir }),
    tool('cobre/list-scenarios', { case_dir }),
    tool('cobre/water-values', { case_dir, stage: 1 }),
    resource(`cobre://case/${place}/config`),
    resource(`cobre://case/${place}/entities/hydros`),
    resource(`cobre://case/${place}/scenarios/1`),
  ];
}

function ofPolicy(case_dir: string, other: string): readonly Question[] {
  const policy_dir = join(case_dir, 'output/policy');
  const target_dir = join(case_dir, convertedFolder);
  return [
    tool('cobre/inspect-policy', { policy_dir }),
    tool('cobre/inspect-policy', { policy_dir, stage: 0 }),
    tool('cobre/compare-policies', { policy_dirs: [policy_dir, join(other, 'output/policy')] }),
    tool('cobre/water-values', { case_dir, stage: 1 }),
    tool('cobre/verify-proof', { output_dir: join(case_dir, 'output'), case_dir }),
    resource(`cobre://output/${encodeURIComponent(join(case_dir, 'output'))}/policy/summary`),
    ...['0.5', '2'].map((to) => terminal('cobre/convert-policy', { policy_dir, target_dir, to, case_dir })),
  ];
}

function ofTraining(output_dir: string, place: string, other: string): readonly Question[] {
  return [
    tool('cobre/query-convergence', { output_dir }),
    tool('cobre/export-results', { output_dir, entity_type: 'convergence', format: 'csv' }),
    tool('cobre/verify-proof', { output_dir, case_dir: join(output_dir, '..') }),
    prompt('cobre/diagnose-convergence', { output_dir }),
    prompt('cobre/compare-runs', { output_dirs: JSON.stringify([output_dir, join(other, 'output')]) }),
    resource(`cobre://output/${place}/convergence`),
    terminal('cobre/run-metadata', { output_dir }),
  ];
}

function ofResults(file: string, output_dir: string, place: string): readonly Question[] {
  const table = file.replace(/^output\/|(\.|\/scenario_id=).*$/g, '');
  const entity_type = resultKindNames.find((name) => resultKinds[name].folder === table) ?? 'costs';
  const metric = numbers[entity_type] ?? 'generation';
  const asked = { output_dir, entity_type };
  return [
    tool('cobre/query-results', asked),
    tool('cobre/statistics', { ...asked, metric }),
    ...['csv', 'json', 'arrow'].map((format) => tool('cobre/export-results', { ...asked, format })),
    terminal('cobre/simulated-costs', { output_dir }),
    terminal('cobre/run-metadata', { output_dir }),
    prompt('cobre/explain-results', { output_dir }),
    resource(`cobre://output/${place}/results/${entity_type}`),
  ];
}
