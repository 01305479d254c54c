/** Cases by what waits in them from stage to stage besides the water of reservoirs. */
import type { CaseContents } from '../case/write-case.js';
import { studyAhead } from '../extensive-form/ahead.js';
import { currentFilesOf } from '../extensive-form/current-files.js';
import { nodeFilesOf, studyOnNodes } from '../extensive-form/nodes.js';
import type { RawStudy } from '../extensive-form/raw-study.js';

const seeds = Array.from({ length: 400 }, (_, k) => k + 1);

const promises = ({ thermals }: RawStudy) => thermals.some(({ anticipated_config }) => anticipated_config);
const travels = ({ hydros }: RawStudy) => hydros.some(({ travel_time_hours }) => travel_time_hours);
const remembers = ({ tables }: RawStudy) => tables.coefficients.length > 0;

/** The first random study of three stages that is so; cuts behind it would have to come from a policy of their own. */
function first(isSo: (study: RawStudy) => boolean): CaseContents {
  for (const seed of seeds) {
    const { terminalCuts: _, ...study } = studyAhead(seed);
    if (study.stages.length === 3 && isSo(study)) return currentFilesOf({ ...study, passes: 4, iterations: 12 });
  }
  throw new Error('No random study has what is asked for.');
}

function withBattery(files: CaseContents, bus_id: number | string): CaseContents {
  const battery = {
    id: 900,
    name: 'Cell',
    operational_start_date: '2000-01-01',
    bus_id,
    energy: { capacity_mwh: 2000, initial_mwh: 100 },
    charge: { max_mw: 10, efficiency: 0.9 },
    discharge: { max_mw: 10, efficiency: 0.9, cost_per_mwh: 1 },
  };
  return { ...files, 'system/batteries.json': { batteries: [battery] } };
}

/** A study on a policy graph, with a store of electricity whose charge waits as well. */
function nodesAndBattery(): CaseContents {
  const given = seeds
    .map(studyOnNodes)
    .find(({ study, nodes, enumerated }) => study.stages.length === 3 && nodes.length > 4 && !enumerated)!;
  const files = nodeFilesOf({ ...given, study: { ...given.study, iterations: 12 } });
  return withBattery(files, given.study.buses[0]!.id);
}

function battery(): CaseContents {
  const files = first((study) => !promises(study) && !travels(study) && !remembers(study));
  const { buses } = files['system/buses.json'] as { buses: { id: number | string }[] };
  return withBattery(files, buses[0]!.id);
}

/** Marked are those in which several kinds come together. */
export const waitingCases: readonly (readonly [what: string, files: CaseContents, together: boolean])[] = [
  ['promises', first((study) => promises(study) && !travels(study) && !remembers(study)), false],
  ['water on its way', first((study) => travels(study) && !promises(study) && !remembers(study)), false],
  ['inflows with a memory', first((study) => remembers(study) && !promises(study) && !travels(study)), false],
  ['the charge of a battery', battery(), false],
  ['promises, memory and water on its way', first((s) => promises(s) && travels(s) && remembers(s)), true],
  ['nodes and the charge of a battery', nodesAndBattery(), true],
];
