/** What came to the studies last: inflows that remember a whole year, tailraces that rise with what is spilled, and water
 * that takes different times to one plant. */
import { dice } from '../random-case.js';
import type { RawHydro, RawStudy } from './raw-study.js';

type Dice = ReturnType<typeof dice>;

/** Inflows that remember the mean of the last twelve months besides the last ones; how far they deviate is then given. */
export function withYear(study: RawStudy, seed: number): RawStudy {
  const { chance, between } = dice(seed * 32_452_843 + 17);
  if (study.tables.coefficients.length === 0 || !chance(0.5)) return study;
  const ids = study.hydros.map(({ id }) => id);
  return {
    ...study,
    pastInflows: study.pastInflows.map(({ hydro_id, values_m3s }) => ({
      hydro_id,
      values_m3s: [...values_m3s, ...Array.from({ length: 12 - values_m3s.length }, () => between(5, 25))],
    })),
    tables: {
      ...study.tables,
      annual: ids.flatMap((id) =>
        study.stages
          .filter(() => chance(0.8))
          .map(({ id: stage_id }) => ({
            id,
            stage_id,
            annual_coefficient: between(0.1, 0.4),
            annual_mean_m3s: between(8, 18),
            annual_std_m3s: between(1, 4),
          })),
      ),
    },
  };
}

/** The water behind a plant rises with all that leaves it, so that spilling costs head. */
export function withRisingTailrace(study: RawStudy, seed: number): RawStudy {
  const { chance, whole } = dice(seed * 49_979_687 + 23);
  const hydros = study.hydros.map((hydro): RawHydro => {
    if (hydro.head === undefined || !chance(0.9)) return hydro;
    return { ...hydro, head: { ...hydro.head, rise: whole(2, 15) / 100 } };
  });
  return { ...study, hydros };
}

/** Two plants send to one, each in its own time; blocks are parallel then, as the format asks. */
export function withTimesApart(study: RawStudy, random: Dice): RawStudy {
  const [first, second] = sharingTarget(study);
  if (first === undefined || second === undefined || !random.chance(0.9)) return study;
  const times = new Map([first, second].map(({ id }) => [id, random.between(20, 1500)]));
  const hydros = study.hydros.map((hydro) => {
    const travel_time_hours = times.get(hydro.id);
    return travel_time_hours === undefined ? hydro : { ...hydro, travel_time_hours };
  });
  const stages = study.stages.map((stage) => ({ ...stage, block_mode: 'parallel' as const }));
  return { ...study, hydros, stages };
}

/** Two plants that send to the same one, which is always there. */
function sharingTarget({ hydros }: RawStudy): readonly RawHydro[] {
  for (const target of hydros) {
    const senders = hydros.filter(({ downstream_id }) => downstream_id === target.id);
    const isThere = target.entry_stage_id === undefined && target.exit_stage_id === undefined;
    if (isThere && senders.length > 1) return senders;
  }
  return [];
}
