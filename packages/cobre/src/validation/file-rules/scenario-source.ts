import { asError, errorRecord, type Finding } from '../../case/finding.js';
import type { ScenarioSourceEntry } from '../../case/schema/config.js';
import type { FileRule } from '../rule.js';

/** Settings of the scenario source that exclude or require each other. */
export const scenarioSource: FileRule = {
  name: 'scenario source',
  layer: 2,
  *check({ raw }) {
    const { training, simulation } = raw.config ?? {};
    const seedless = raw.generation === 'current' ? ['in_sample', 'historical'] : ['in_sample'];
    for (const [phase, source] of [
      ['training', training?.scenario_source],
      ['simulation', simulation?.scenario_source],
    ] as const) {
      if (source) yield* sourceProblems(`${phase}.scenario_source`, source, seedless);
    }
  },
};

function* sourceProblems(path: string, source: ScenarioSourceEntry, seedless: readonly string[]): Iterable<Finding> {
  const classes = ['inflow', 'load', 'ncs'] as const;
  const drawn = classes.filter((name) => !seedless.includes(source[name]?.scheme ?? 'in_sample'));
  if (drawn.length > 0 && (source.seed === undefined || source.seed === null)) {
    const settings = [`${path}.seed`, ...drawn.map((name) => `${path}.${name}.scheme`)];
    yield clash(
      settings,
      `${path} needs a seed, because ${drawn.join(', ')} is not ${seedless.join(' or ')}`,
      `Add ${path}.seed.`,
    );
  }
  for (const name of ['load', 'ncs'] as const) {
    if (source[name]?.scheme !== 'historical') continue;
    yield clash(
      [`${path}.${name}.scheme`],
      `the historical scheme exists only for inflow, not for ${name}`,
      `Use another scheme for ${name}.`,
    );
  }
  const years = source.historical_years;
  if (!years) return;
  if (source.inflow?.scheme !== 'historical') {
    const settings = [`${path}.historical_years`, `${path}.inflow.scheme`];
    yield clash(settings, 'historical_years has a meaning only with the historical scheme', 'Remove historical_years.');
  }
  if (!Array.isArray(years) && years.from > years.to) {
    yield clash(
      [`${path}.historical_years`],
      `historical_years goes from ${years.from} to ${years.to}`,
      'Exchange from and to.',
    );
  }
}

function clash(settings: readonly string[], detail: string, suggestion: string): Finding {
  const message = `config.json: ${detail}.`;
  return asError(
    2,
    errorRecord('IncompatibleSettings', message, { file: 'config.json', settings, detail }, suggestion),
  );
}
