import type { RawCase } from '../../../case/registry.js';
import type { Registries } from '../../../case/registry-index.js';
import type { StageEntry } from '../../../case/schema/stages.js';
import { choiceAt } from '../production.js';
import type { HydroEntry } from '../schema.js';

/** How a hydro turns water into power in a stage, as the case declares it. */
export interface ProductionChoice {
  readonly hydro: HydroEntry;
  readonly index: number | undefined;
  at(stage: StageEntry): 'constant' | 'precomputed' | 'computed';
}

export function productionChoices(raw: RawCase, registries: Registries): ProductionChoice[] {
  return raw.hydros.hydros.map((hydro) => {
    const index = registries.hydros.indexOf(hydro.id);
    const entry = raw.productionModels?.production_models.find((m) => registries.hydros.indexOf(m.hydro_id) === index);
    return {
      hydro,
      index,
      at(stage) {
        const choice = entry && choiceAt(entry, { id: stage.id, seasonId: stage.season_id ?? null });
        if ((choice?.model ?? hydro.generation.model) !== 'fpha') return 'constant';
        return choice?.fpha_config?.source ?? 'precomputed';
      },
    };
  });
}
