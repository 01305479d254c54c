import { asError, errorRecord, type Finding } from '../../../case/finding.js';
import { existsInStage } from '../../../validation/lifetimes.js';
import type { Rule } from '../../../validation/rule.js';
import { files } from '../schema.js';
import { productionChoices } from './production-choices.js';

/** Hydros with precomputed planes have some in every stage; silent while the whole table is absent (see layer 5). */
export const planeCoverage: Rule = {
  name: 'production plane coverage',
  layer: 4,
  *check({ raw, registries }) {
    const planes = raw.fphaHyperplanes ?? [];
    if (planes.length === 0) return;
    const have = new Set(planes.map((row) => `${registries.hydros.indexOf(row.hydro_id)} ${row.stage_id ?? 'all'}`));
    for (const { hydro, index, at } of productionChoices(raw, registries)) {
      const needing = raw.stages.stages.filter(
        (stage) => at(stage) === 'precomputed' && existsInStage(hydro, stage.id),
      );
      const bare = needing.find((stage) => !have.has(`${index} all`) && !have.has(`${index} ${stage.id}`));
      if (bare !== undefined) {
        yield gap(files.fphaHyperplanes.path, `planes of hydro ${hydro.id} in stage ${bare.id}`, 'at least one plane');
      }
    }
  },
};

/** Hydros whose planes are computed have a geometry of at least two points. */
export const geometryCoverage: Rule = {
  name: 'geometry coverage',
  layer: 4,
  *check({ raw, registries }) {
    const points = new Map<number | undefined, number>();
    for (const row of raw.hydroGeometry ?? []) {
      const index = registries.hydros.indexOf(row.hydro_id);
      points.set(index, (points.get(index) ?? 0) + 1);
    }
    for (const { hydro, index, at } of productionChoices(raw, registries)) {
      if (!raw.stages.stages.some((stage) => at(stage) === 'computed') || (points.get(index) ?? 0) >= 2) continue;
      yield gap(
        files.hydroGeometry.path,
        `geometry of hydro ${hydro.id}`,
        'at least two rows for computed production planes',
      );
    }
  },
};

function gap(file: string, missing: string, expected: string): Finding {
  const context = { file, missing_dimension: missing, expected_coverage: expected };
  return asError(
    4,
    errorRecord('CoverageMismatch', `${file}: ${missing}: expected ${expected}.`, context, 'Add the missing rows.'),
  );
}
