/** A study with the numbers of Brazil's plants and subsystems, made by a formula and small in everything else. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Study, studyFiles } from '../../../cobre/src/templates/study.js';

export const subsystems = ['Southeast', 'South', 'Northeast', 'North'];
export const hydroCount = 151;
export const thermalCount = 132;

const study: Study = {
  ...{ months: 12, openings: 2, forwardPasses: 1, iterations: 2, scenarios: 5 },
  regions: subsystems.map((name) => ({ name, load: () => 4500, loadVariation: 0.05 })),
  links: subsystems.slice(1).map((_, at) => ({ from: at, to: at + 1, direct: 800, reverse: 800 })),
  plants: Array.from({ length: hydroCount }, (_, at) => ({
    name: `Dam ${at + 1}`,
    bus: at % subsystems.length,
    storage: { max: 400 + at, initial: 200 },
    productivity: 0.5 + (at % 5) / 10,
    maxTurbined: 120,
    inflow: (month: number) => 60 + 30 * Math.cos((month * Math.PI) / 6) + (at % 7),
    inflowVariation: 0.3,
  })),
  thermals: Array.from({ length: thermalCount }, (_, at) => ({
    name: `Unit ${at + 1}`,
    bus: at % subsystems.length,
    cost: 40 + 3 * at,
    max: 60,
  })),
};

export async function writeNationalStudy(folder: string): Promise<void> {
  for (const { path, content } of studyFiles(study)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}
