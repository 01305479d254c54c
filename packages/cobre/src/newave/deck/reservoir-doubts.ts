/** Levels, areas and tailraces of the register: polynomials of seven digits, of which one flipped byte makes other reservoirs. */
import { areaAt, levelAt, polynomial } from '../energies/productivity.js';
import type { Doubt } from './doubt.js';
import { type Check, type Known, near, said, shown } from './register-check.js';

/** What polynomials miss the ends of levels by: in official registers 1.5 m, and 3.7 m where the level does not move. */
const levels: Check = (known) => {
  const { plant, record } = known;
  const { minVolume, maxVolume, referenceVolume, minLevel, maxLevel, levelOfVolume } = record;
  const most = plant.regulates ? 2.5 : 5;
  const ends = [
    ['min level', minVolume, minLevel, minLevel],
    ['max level', maxVolume, maxLevel, maxLevel],
    ['reference volume', referenceVolume, minLevel, maxLevel],
  ] as const;
  return ends.flatMap(([field, volume, low, high]) => {
    const level = polynomial(levelOfVolume, volume);
    if (level >= low - most && level <= high + most) return [];
    return [
      said(
        known,
        field,
        `what its polynomial gives at ${shown(volume)} hm³, ${shown(level)} m`,
        `${low === high ? low : `${low} to ${high}`} m`,
      ),
    ];
  });
};

/** More water stands higher and wider. The changes of MODIF count: they may give other polynomials. */
const shape: Check = (known) => {
  const { plant } = known;
  const { minVolume, maxVolume } = plant.register;
  const points = Array.from({ length: 33 }, (_, k) => minVolume + ((maxVolume - minVolume) * k) / 32);
  const [heights, areas] = [
    points.map((volume) => levelAt(plant, volume)),
    points.map((volume) => areaAt(plant, levelAt(plant, volume))),
  ];
  return [
    ...falling(known, 'level of volume', points, heights, 'm'),
    ...falling(known, 'area of level', points, areas, 'km²'),
    ...(Math.min(...areas) < 0 ? [said(known, 'area of level', 'areas from 0 km² on', Math.min(...areas))] : []),
    ...held(known, heights, areas),
  ];
};

function falling(
  known: Known,
  field: string,
  volumes: readonly number[],
  values: readonly number[],
  unit: string,
): Doubt[] {
  const k = values.findIndex((value, at) => at > 0 && value < values[at - 1]! - 1e-6 * Math.abs(value));
  if (k < 0) return [];
  const expected = `a polynomial that rises with volume`;
  return [
    said(
      known,
      field,
      expected,
      `${shown(values[k - 1]!)} ${unit} at ${shown(volumes[k - 1]!)} hm³ and ${shown(values[k]!)} ${unit} at ${shown(volumes[k]!)} hm³`,
    ),
  ];
}

/** Areas times heights are the volume again; official registers miss it by up to three times. */
function held(known: Known, heights: readonly number[], areas: readonly number[]): Doubt[] {
  const { minVolume, maxVolume } = known.plant.register;
  const [volume, rise] = [maxVolume - minVolume, heights.at(-1)! - heights[0]!];
  if (volume < 0.02 * maxVolume || !(rise > 0.1)) return [];
  const filled = heights.reduce(
    (sum, height, k) => (k === 0 ? 0 : sum + ((areas[k]! + areas[k - 1]!) / 2) * (height - heights[k - 1]!)),
    0,
  );
  return near(filled, volume, 0.2, 4)
    ? []
    : [
        said(
          known,
          'area of level',
          `areas that make some ${shown(volume)} hm³ over ${shown(rise)} m`,
          `${shown(filled)} hm³`,
        ),
      ];
}

/** What evaporates at the reference volume, of the mean natural flow: a sixth at most in official registers. */
const evaporation: Check = (known) => {
  const { plant, record, meanFlow: natural } = known;
  const area = areaAt(plant, levelAt(plant, record.referenceVolume));
  const flow = (Math.max(...record.evaporation.map(Math.abs)) * area) / mmOverMonth;
  return flow <= Math.max(1, natural / 2)
    ? []
    : [
        said(
          known,
          'area of level and evaporation',
          `less than half of the mean flow, ${shown(natural)} m³/s, to evaporate`,
          `${shown(flow)} m³/s`,
        ),
      ];
};

/** 1 m³/s for a month is so many mm of 1 km². */
const mmOverMonth = 2630;

/** At the mean flow; official registers miss the mean tailrace by up to 9 m. Planes (`--production fpha`) take the curve. */
const tailraces: Check = (known) => {
  const { tailrace, tailraceReference, tailracePolynomials, meanTailrace } = known.record;
  const curves = Array.from({ length: Math.max(0, Math.min(6, tailracePolynomials)) }, (_, k) => k);
  const distance = (k: number) => Math.abs(tailraceReference[k]! - meanTailrace);
  const nearest = curves.reduce((best, k) => (distance(k) < distance(best) ? k : best), 0);
  const level = polynomial(tailrace.slice(5 * nearest, 5 * nearest + 5), known.meanFlow);
  return Math.abs(level - meanTailrace) <= 15
    ? []
    : [
        said(
          known,
          `tailrace polynomial ${nearest + 1}`,
          `levels near the mean tailrace, ${shown(meanTailrace)} m`,
          `${shown(level)} m at the mean flow`,
        ),
      ];
};

export const reservoirChecks: readonly Check[] = [levels, shape, evaporation, tailraces];
