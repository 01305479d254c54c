/** The cuts behind the last stage of a study, as the engine wants them: storages first, promises last. */
import type { Case } from '../../src/case/model.js';
import { CutPool } from '../../src/lp/cuts/cut-pool.js';
import { provenProblem } from '../../src/sddp/index.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import type { Id, RawStudy } from './raw-study.js';

export function boundaryOf({ terminalCuts, after }: RawStudy, study: Case): { readonly boundary?: CutPool } {
  if (terminalCuts === undefined) return {};
  const { stateCount } = provenProblem(study, buildStochasticModel(study), undefined).problem.space;
  const boundary = CutPool.create(stateCount, terminalCuts.length);
  const ids = (after?.cells ?? []).map(({ thermal_id }) => thermal_id).sort((a, b) => (a < b ? -1 : 1));
  const place = (id: Id) => after!.cells.findIndex((cell) => cell.thermal_id === id);
  for (const { intercept, slope, promise = [] } of terminalCuts) {
    const whole = new Float64Array(stateCount);
    whole.set(slope);
    whole.set(
      ids.map((id) => promise[place(id)]!),
      stateCount - ids.length,
    );
    boundary.add(intercept, whole);
  }
  return { boundary };
}
