/** Which model stands for every plant and every class of scenarios, and where it comes from, for whoever reads the results. */
import { integerIdOf } from '../../case/identity.js';
import type { Case, HydroAtStage } from '../../case/model.js';
import type { Provenance } from '../../stochastic/index.js';

/** `training/hydro_models.json`: production and evaporation of each plant, stage by stage where they change. */
export function hydroModels({ system, horizon }: Case): object {
  return {
    hydros: system.hydros.map((hydro) => ({
      hydro_id: integerIdOf(hydro),
      name: hydro.name,
      ranges: ranges(horizon.stages.map(({ id, index }) => ({ stage: id, model: modelOf(hydro.at[index]!) }))),
    })),
  };
}

interface Range {
  readonly start_stage_id: number;
  readonly end_stage_id: number;
  readonly [part: string]: unknown;
}

/** Stages that follow each other and have the same models are told once; the end is inclusive. */
function ranges(stages: readonly { readonly stage: number; readonly model: object }[]): Range[] {
  const told: Range[] = [];
  let last = '';
  for (const { stage, model } of stages) {
    const words = JSON.stringify(model);
    const open = words === last ? told.pop() : undefined;
    told.push({ start_stage_id: open?.start_stage_id ?? stage, end_stage_id: stage, ...model });
    last = words;
  }
  return told;
}

function modelOf({ production, evaporation, state }: HydroAtStage): object {
  return { state, production: productionOf(production), evaporation: evaporation !== null };
}

function productionOf(production: HydroAtStage['production']): object {
  if (production.model === 'constant_productivity')
    return { model: production.model, productivity_mw_per_m3s: production.productivityMwPerM3s };
  const { model, source } = production;
  return source === 'computed' ? { model, source } : { model, source, planes: production.planes.length };
}

/** `training/model_provenance.json`: what was given, what was estimated from history, and what comes from outside. */
export function modelProvenance(
  { settings, system, scenarios }: Case,
  { path, openings, correlation, fits }: Provenance,
): object {
  const schemes = settings.training.scenarioSource;
  return {
    inflow: {
      scheme: schemes.inflow,
      source: path,
      fitted: [...new Set(fits.map(({ hydroIndex }) => integerIdOf(system.hydros[hydroIndex]!)))],
    },
    load: { scheme: schemes.load, source: given(scenarios.loadStats, scenarios.externalLoad) },
    non_controllable_sources: { scheme: schemes.ncs, source: given(scenarios.ncsStats, scenarios.externalNcs) },
    openings,
    correlation,
  };
}

function given(stats: readonly unknown[] | null, external: readonly unknown[] | null): string {
  if ((stats?.length ?? 0) > 0) return 'seasonal_stats';
  return (external?.length ?? 0) > 0 ? 'external_scenarios' : 'none';
}
