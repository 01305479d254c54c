/** What is worked out about production functions of current cases before anything is solved, and must make sense. */
import type { Finding } from '../../../case/finding.js';
import { resolveHorizon } from '../../../case/resolve/horizon.js';
import type { Rule, RuleInput } from '../../../validation/rule.js';
import { doubtful, impossible } from '../../../validation/semantic/physical.js';
import { productivityAt } from '../energy/productivity.js';
import type { Hydro, HydroAtStage } from '../entity.js';
import { type FitQuality, fitQuality } from '../fpha/hull-quality.js';
import { resolveHydros } from '../resolve.js';
import { files } from '../schema.js';

/** Energies and sums along a river need one number for a plant, which planes alone do not give. */
export const planeProductivity: Rule = {
  name: 'productivity of production functions',
  layer: 5,
  *check(input) {
    for (const { hydro, stages } of withPlanes(input)) {
      const blank = stages.find(({ index }) => !(numberOf(hydro, index) > 0));
      if (blank) yield withoutNumber(hydro, blank.id);
    }
  },
};

function numberOf(hydro: Hydro, stage: number): number {
  return hydro.at[stage]!.energy?.equivalentMwPerM3s ?? productivityAt(hydro, stage)?.point ?? 0;
}

function withoutNumber({ id }: Hydro, stage: number): Finding {
  const file = files.hydroEnergyProductivity.path;
  return impossible({
    file,
    id,
    rule: 'equivalent productivity',
    detail: `hydro ${id} has the model fpha in stage ${stage} and no equivalent productivity above 0`,
    suggestion: `Give it equivalent_productivity_mw_per_m3s in ${file}, or specific_productivity_mw_per_m3s_per_m and a geometry.`,
  });
}

/** Fitted planes rise with storage and flow, fall with spillage, and are close to what they stand for. */
export const planeFits: Rule = {
  name: 'fits of production functions',
  layer: 5,
  *check(input) {
    for (const { hydro, stages } of withPlanes(input)) {
      const told = new Set<string>();
      for (const { id, index } of stages) {
        const quality = fitQuality(hydro, hydro.at[index]!);
        if (quality === null) continue;
        for (const finding of judged(hydro, id, quality)) {
          const rule = String(finding.record.context.rule);
          // Most stages share a fit; the first that is wrong is enough.
          if (!told.has(rule)) yield finding;
          told.add(rule);
        }
      }
    }
  },
};

function* judged({ id }: Hydro, stage: number, { wrongSign, deviation }: FitQuality): Iterable<Finding> {
  const file = files.productionModels.path;
  const plant = `the planes fitted to hydro ${id} in stage ${stage}`;
  if (wrongSign !== null) {
    const detail = `${plant} have ${wrongSign}`;
    const suggestion = 'Correct its geometry, tailrace and losses, or narrow the fitting window.';
    yield impossible({ file, id, rule: 'signs of fitted planes', detail, suggestion });
  }
  if (deviation <= 0.05) return;
  const detail = `${plant} deviate by ${(100 * deviation).toFixed(1)} % from what it produces, more than 5 %`;
  const suggestion = 'Use more discretization points or a narrower fitting window, and look at its geometry.';
  yield doubtful({ file, id, rule: 'deviation of fitted planes', detail, suggestion });
}

function* withPlanes({ raw, registries }: RuleInput) {
  if (raw.generation !== 'current') return;
  const horizon = resolveHorizon(raw.stages);
  for (const hydro of resolveHydros({ raw, registries, horizon })) {
    const hasPlanes = ({ production, state }: HydroAtStage) => state !== 'absent' && production.model === 'fpha';
    yield { hydro, stages: horizon.stages.filter(({ index }) => hasPlanes(hydro.at[index]!)) };
  }
}
