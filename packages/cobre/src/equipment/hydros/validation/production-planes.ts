import { commonFiles } from '../../../case/common-files.js';
import { asWarning, errorRecord } from '../../../case/finding.js';
import type { Rule } from '../../../validation/rule.js';
import { impossible } from '../../../validation/semantic/physical.js';
import { files } from '../schema.js';
import { productionChoices } from './production-choices.js';

/**
 * Planes describe a production that grows with head and turbined water and suffers from spillage. Today a plane may also be
 * flat in turbined water, as a limit of what the head allows.
 */
export const planeSigns: Rule = {
  name: 'production plane signs',
  layer: 5,
  *check({ raw }) {
    for (const row of raw.fphaHyperplanes ?? []) {
      const faults = [
        row.gamma_v < 0 ? `gamma_v ${row.gamma_v} is negative` : null,
        row.gamma_s > 0 ? `gamma_s ${row.gamma_s} is positive` : null,
        row.gamma_q < 0 ? `gamma_q ${row.gamma_q} is negative` : null,
        row.gamma_q === 0 && raw.generation !== 'current' ? 'gamma_q 0 is not positive' : null,
        row.kappa !== null && (row.kappa <= 0 || row.kappa > 1) ? `kappa ${row.kappa} is not in (0, 1]` : null,
      ];
      for (const fault of faults) {
        if (fault === null) continue;
        const detail = `plane ${row.plane_id} of hydro ${row.hydro_id}: ${fault}`;
        yield impossible({
          file: files.fphaHyperplanes.path,
          id: row.hydro_id,
          rule: 'production plane signs',
          detail,
          suggestion: 'Correct the coefficient, or let the planes be computed.',
        });
      }
    }
  },
};

/** A hydro with planes has what they are made of. */
export const planeSources: Rule = {
  name: 'production plane sources',
  layer: 5,
  *check({ raw, registries }) {
    const noTable = (raw.fphaHyperplanes ?? []).length === 0;
    for (const { hydro, at } of productionChoices(raw, registries)) {
      const used = new Set(raw.stages.stages.map(at));
      if (used.has('precomputed') && noTable) {
        const detail = `hydro ${hydro.id} uses precomputed production planes, but system/fpha_hyperplanes.parquet has none`;
        const suggestion = 'Add planes, or set fpha_config.source to computed in system/hydro_production_models.json.';
        yield impossible({
          file: files.hydros.path,
          id: hydro.id,
          rule: 'production planes exist',
          detail,
          suggestion,
        });
      }
      if (!used.has('computed')) continue;
      // Families of curves say what a tailrace of the plant itself would.
      const curves = (raw.tailraceCurves ?? []).some((row) => String(row.hydro_id) === String(hydro.id));
      const needed = curves
        ? (['hydraulic_losses', 'efficiency'] as const)
        : (['tailrace', 'hydraulic_losses', 'efficiency'] as const);
      const missing = needed.filter((key) => !hydro[key]);
      if (missing.length === 0) continue;
      const detail = `hydro ${hydro.id} has computed production planes, which need ${missing.join(', ')}`;
      const suggestion = `Add ${missing.join(', ')} to the hydro.`;
      yield impossible({
        file: files.hydros.path,
        id: hydro.id,
        rule: 'production planes computable',
        detail,
        suggestion,
      });
    }
  },
};

/** Without a price on turbined water, planes may waste water instead of spilling it. */
export const planePrices: Rule = {
  name: 'production plane prices',
  layer: 5,
  *check({ raw, registries }) {
    for (const { hydro, at } of productionChoices(raw, registries)) {
      if (!raw.stages.stages.some((stage) => at(stage) !== 'constant')) continue;
      const turbined = hydro.penalties?.fpha_turbined_cost ?? raw.penalties.hydro.fpha_turbined_cost;
      const spilled = hydro.penalties?.spillage_cost ?? raw.penalties.hydro.spillage_cost;
      if (turbined > spilled) continue;
      const file = commonFiles.penalties.path;
      const field = raw.generation === 'current' ? 'turbined_cost' : 'fpha_turbined_cost';
      const rule = `${field} should exceed spillage_cost`;
      const context = { file, penalty_field: field, value: turbined, violated_rule: rule };
      const message = `Hydro ${hydro.id}: ${rule} (${turbined} and ${spilled}).`;
      yield asWarning(5, errorRecord('PenaltyConsistency', message, context, `Raise ${field} above ${spilled}.`));
    }
  },
};
