/** What several workers gain, each bound to the same share of a core, on a study whose chains of solves take long beside a message. */
import type { BenchCases, BenchRow } from '../../../bench/row.js';
import type { Case } from '../src/case/model.js';
import { canShareCores, startWorkers } from './bound-workers.js';
import { type MeasuredTraining, measuredTraining } from './measured-training.js';
import { productionLike } from './study-cases.js';
import { rowOf, told, withServer, withWorkers } from './workers-rows.js';

/** Of a core, so that four workers and their coordinator fit on two. */
const share = 0.4;

export const benchCases: BenchCases = ({ quick }) => withServer((url) => scaling(url, quick));

/** From one to four workers, each with the same share of a core. */
async function scaling(url: string, quick: boolean): Promise<BenchRow[]> {
  const size = quick ? { stages: 6, hydros: 20, openings: 5 } : { stages: 8, hydros: 150, openings: 20 };
  const study = await productionLike({ ...size, passes: 16 });
  const bound = canShareCores() ? share : undefined;
  const measured = new Map<number, MeasuredTraining>();
  for (const count of [1, 2, 4])
    await withWorkers(startWorkers(url, count, bound), async (workers) => {
      // The first is for the study to come and for code to be compiled.
      await measuredTraining(withIterations(study, 1), url, workers);
      measured.set(count, told(`${count} workers`, await measuredTraining(withIterations(study, 2), url, workers)));
    });
  const one = measured.get(1)!;
  return [...measured].map(([count, of]) => rowOf(scalingName(count, of, bound), one.wall, of.wall));
}

function scalingName(count: number, { wall, elsewhere, messages, bytes }: MeasuredTraining, bound: number | undefined) {
  const place = bound === undefined ? 'as much of a core as it got' : `${bound} of a core`;
  const traffic = `${messages} messages, ${Math.round(bytes / 1024)} KiB per iteration`;
  const waiting = Math.round(100 * (1 - elsewhere / (wall * count * (bound ?? 1))));
  return `time of one worker over ${count}, each with ${place} (${traffic}, workers wait ${waiting} % of their time)`;
}

function withIterations(study: Case, limit: number): Case {
  const training = { ...study.settings.training, stoppingRules: [{ type: 'iteration_limit' as const, limit }] };
  return { ...study, settings: { ...study.settings, training } };
}
