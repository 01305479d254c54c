import { asError, asWarning, errorRecord } from '../../case/finding.js';
import { caseFiles } from '../../case/registry.js';
import { constraintsWithBounds } from '../references/expression-references.js';
import type { Rule } from '../rule.js';

/** Schemes that draw from files have these files. */
export const schemeFiles: Rule = {
  name: 'files of sampling schemes',
  layer: 5,
  *check({ raw }) {
    const sources = [
      ['training', raw.config.training.scenario_source],
      ['simulation', raw.config.simulation?.scenario_source],
    ] as const;
    const given = { inflow: raw.externalInflow, load: raw.externalLoad, ncs: raw.externalNcs };
    const files = { inflow: 'externalInflow', load: 'externalLoad', ncs: 'externalNcs' } as const;
    for (const [phase, source] of sources) {
      for (const kind of ['inflow', 'load', 'ncs'] as const) {
        const scheme = source?.[kind]?.scheme;
        const setting = `${phase}.scenario_source.${kind}.scheme`;
        if (scheme === 'external' && (given[kind] ?? []).length === 0)
          yield lacking(setting, caseFiles[files[kind]].path);
        if (scheme === 'historical' && (raw.inflowHistory ?? []).length === 0) {
          yield lacking(setting, caseFiles.inflowHistory.path);
        }
      }
    }
  },
};

function lacking(setting: string, file: string) {
  const detail = `${setting} needs ${file}, which is absent or empty`;
  return asError(
    5,
    errorRecord(
      'IncompatibleSettings',
      `config.json: ${detail}.`,
      { file: 'config.json', settings: [setting], detail },
      `Add ${file}.`,
    ),
  );
}

/** User constraints come in two files that need each other. */
export const constraintPair: Rule = {
  name: 'user constraint pair',
  layer: 1,
  *check({ raw }) {
    const [rules, bounds] = [caseFiles.genericConstraints.path, caseFiles.genericBounds.path];
    // Those that bring their bounds along need no table.
    const declared = (raw.genericConstraints?.constraints.length ?? 0) - constraintsWithBounds(raw).length;
    if (raw.genericBounds !== null && raw.genericConstraints === null) {
      yield asWarning(
        1,
        errorRecord('MissingFile', `${bounds} has no effect without ${rules}.`, { file: rules }, `Add ${rules}.`),
      );
    } else if (declared > 0 && (raw.genericBounds ?? []).length === 0) {
      yield asWarning(
        1,
        errorRecord(
          'MissingFile',
          `${rules} has no effect without rows in ${bounds}.`,
          { file: bounds },
          `Add ${bounds}.`,
        ),
      );
    }
  },
};
