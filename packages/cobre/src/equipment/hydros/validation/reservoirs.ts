import { commonFiles } from '../../../case/common-files.js';
import type { RawCase } from '../../../case/registry.js';
import { rowsByEntity } from '../../../case/resolve/overrides.js';
import type { Rule } from '../../../validation/rule.js';
import { doubtful, impossible } from '../../../validation/semantic/physical.js';
import { files } from '../schema.js';

type GeometryRow = NonNullable<RawCase['hydroGeometry']>[number];

/** With the volume, height and area of a reservoir grow. */
export const geometryMonotone: Rule = {
  name: 'geometry monotone',
  layer: 5,
  *check({ raw, registries }) {
    const byHydro = rowsByEntity(raw.hydroGeometry, registries.hydros, (row) => row.hydro_id);
    for (const [index, rows] of byHydro) {
      const id = registries.hydros.ids[index] ?? null;
      const points = [...rows].sort((a, b) => a.volume_hm3 - b.volume_hm3);
      const fault = points.map((point, i) => stepFault(points[i - 1], point)).find((text) => text !== null);
      if (fault)
        yield impossible({
          file: files.hydroGeometry.path,
          id,
          rule: 'geometry monotone',
          detail: `hydro ${id}: ${fault}`,
          suggestion: 'Correct the rows, so that height and area grow with the volume.',
        });
    }
  },
};

function stepFault(before: GeometryRow | undefined, point: GeometryRow): string | null {
  if (before === undefined) return null;
  if (point.volume_hm3 <= before.volume_hm3) return `volume ${point.volume_hm3} occurs twice; volumes must increase`;
  if (point.height_m < before.height_m)
    return `height falls from ${before.height_m} to ${point.height_m} as the volume grows`;
  if (point.area_km2 < before.area_km2)
    return `area falls from ${before.area_km2} to ${point.area_km2} as the volume grows`;
  return null;
}

/** Evaporation depends on the area, so it needs a geometry. */
export const evaporationNeedsGeometry: Rule = {
  name: 'evaporation needs geometry',
  layer: 5,
  *check({ raw, registries }) {
    const byHydro = rowsByEntity(raw.hydroGeometry, registries.hydros, (row) => row.hydro_id);
    for (const { id, evaporation } of raw.hydros.hydros) {
      if (!evaporation || (byHydro.get(registries.hydros.indexOf(id) ?? -1)?.length ?? 0) >= 2) continue;
      yield impossible({
        file: files.hydros.path,
        id,
        rule: 'evaporation needs geometry',
        detail: `hydro ${id} evaporates, but system/hydro_geometry.parquet has fewer than two rows for it`,
        suggestion: 'Add volume, height and area rows for it, or remove evaporation.',
      });
    }
  },
};

/** Starting storage lies within the reservoir. The minimum is soft and surplus can be spilled, so this is a warning. */
export const initialStorage: Rule = {
  name: 'initial storage',
  layer: 5,
  *check({ raw, registries }) {
    const file = commonFiles.initialConditions.path;
    const listed = new Set<number | undefined>();
    const { storage, filling_storage: fillingStorage } = raw.initialConditions;
    const hydros = new Map(raw.hydros.hydros.map((hydro) => [registries.hydros.indexOf(hydro.id), hydro]));
    for (const { hydro_id: id, value_hm3: value } of storage) {
      const index = registries.hydros.indexOf(id);
      const reservoir = hydros.get(index)?.reservoir;
      listed.add(index);
      if (!reservoir || (value >= reservoir.min_storage_hm3 && value <= reservoir.max_storage_hm3)) continue;
      const range = `${reservoir.min_storage_hm3} to ${reservoir.max_storage_hm3} hm3`;
      const detail = `hydro ${id} starts with ${value} hm3, outside its reservoir (${range})`;
      const suggestion = `Give a value within ${range}.`;
      yield doubtful({ file, id, rule: 'storage within reservoir', detail, suggestion });
    }
    for (const { hydro_id: id } of fillingStorage) listed.add(registries.hydros.indexOf(id));
    for (const { id } of raw.hydros.hydros) {
      if (listed.has(registries.hydros.indexOf(id))) continue;
      const detail = `hydro ${id} has no starting storage; it starts empty`;
      yield doubtful({ file, id, rule: 'storage listed', detail, suggestion: 'Add it to storage.' });
    }
  },
};
