import { blockBounds } from '../../case/resolve/block-bounds.js';
import type { ResolveContext } from '../../case/resolve/context.js';
import type { HydroLimits, UnitGroup, UnitGroupLimits } from './entity.js';
import type { HydroEntry, UnitGroupEntry } from './schema.js';

type BoundRow = NonNullable<ResolveContext['raw']['hydroBounds']>[number];

/** Limits of a plant: those a table gives, else its own. */
export function limitsOf({ generation, outflow, diversion }: HydroEntry, limit: Partial<BoundRow>): HydroLimits {
  return {
    ...machineLimits(generation, limit),
    minOutflowM3s: limit.min_outflow_m3s ?? outflow.min_outflow_m3s,
    maxOutflowM3s: limit.max_outflow_m3s ?? outflow.max_outflow_m3s ?? Number.POSITIVE_INFINITY,
    minDiversionM3s: diversion ? (limit.min_diversion_m3s ?? 0) : 0,
    maxDiversionM3s: diversion ? (limit.max_diversion_m3s ?? diversion.max_flow_m3s) : 0,
    minSpillageM3s: limit.min_spillage_m3s ?? 0,
    maxSpillageM3s: limit.max_spillage_m3s ?? Number.POSITIVE_INFINITY,
  };
}

type Machines = Pick<BoundRow, 'min_turbined_m3s' | 'max_turbined_m3s' | 'min_generation_mw' | 'max_generation_mw'>;

function machineLimits(
  own: { readonly [K in keyof Machines]: NonNullable<Machines[K]> },
  limit: Partial<Machines>,
): UnitGroupLimits {
  return {
    minTurbinedM3s: limit.min_turbined_m3s ?? own.min_turbined_m3s,
    maxTurbinedM3s: limit.max_turbined_m3s ?? own.max_turbined_m3s,
    minGenerationMw: limit.min_generation_mw ?? own.min_generation_mw,
    maxGenerationMw: limit.max_generation_mw ?? own.max_generation_mw,
  };
}

/** The groups of a plant with their limits by stage and block. Release 0.5.1 knows one group: the plant. */
export function unitGroups(context: ResolveContext): (hydro: HydroEntry, index: number) => UnitGroup[] {
  const { raw, horizon, registries } = context;
  const rows = raw.unitGroupBounds ?? [];
  const boundsOf = (group: number) =>
    blockBounds(
      raw,
      rows.filter((row) => row.hydro_unit_group_id === group),
      registries.hydros,
      (row) => row.hydro_id,
    );
  return (hydro, index) =>
    groupsOf(hydro).map((group) => {
      const bounds = boundsOf(group.id);
      return {
        id: group.id,
        name: group.name,
        busIndex: registries.buses.indexOf(group.bus_id) ?? -1,
        capacityMw: group.max_generation_mw,
        at: horizon.stages.map((stage) =>
          stage.blocks.map((_, block) => machineLimits(group, bounds.inBlock(index, stage.id, block))),
        ),
      };
    });
}

function groupsOf({ unit_groups, name, bus_id, generation }: HydroEntry): readonly UnitGroupEntry[] {
  return unit_groups ?? [{ id: 0, name, bus_id, ...generation }];
}
