/**
 * Productivity in MW/(m³/s): specific productivity times net head. The head is that of the mean level where storage moves,
 * and that of the reference volume where it does not, less the tailrace and hydraulic losses.
 */
import { datedAt, type Plant, storageOf } from '../deck/plants.js';
import type { Month } from '../readers/month.js';

export const polynomial = (coefficients: readonly number[], x: number): number =>
  coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0);

/** Height of the water at a volume, m. */
export const levelAt = ({ register }: Plant, volume: number): number => polynomial(register.levelOfVolume, volume);

/** Surface of the water at a level, km². */
export const areaAt = ({ register }: Plant, level: number): number => polynomial(register.areaOfLevel, level);

/** The mean of the level over the useful volume, by the integral of its polynomial. */
export function meanLevel(plant: Plant): number {
  const { min, max } = storageOf(plant);
  if (!(max > min)) return levelAt(plant, min);
  const integral = [0, ...plant.register.levelOfVolume.map((coefficient, k) => coefficient / (k + 1))];
  return (polynomial(integral, max) - polynomial(integral, min)) / (max - min);
}

/** Of the mean level unless another is given. Levels that are dated take the place of those that follow from the register. */
export function netHead(plant: Plant, month: Month, level = meanLevel(plant)): number {
  const { loss, lossType, meanTailrace } = plant.register;
  const above = datedAt(plant, 'CMONT', month)?.values[0] ?? level;
  const gross = above - (datedAt(plant, 'CFUGA', month)?.values[0] ?? meanTailrace);
  return lossType === 1 ? gross * (1 - loss / 100) : gross - loss;
}

export function productivity(plant: Plant, month: Month): number {
  const { specificProductivity } = plant.register;
  return plant.isFictitious || specificProductivity === 0 ? 0 : specificProductivity * netHead(plant, month);
}
