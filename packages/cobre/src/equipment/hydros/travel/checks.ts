/** What must hold so that every drop on its way comes from somewhere and arrives somewhere. */
import { asError, errorRecord, type Finding } from '../../../case/finding.js';
import type { Horizon } from '../../../case/horizon.js';
import { resolveHorizon } from '../../../case/resolve/horizon.js';
import type { Rule } from '../../../validation/rule.js';
import { doubtful, impossible } from '../../../validation/semantic/physical.js';
import type { Hydro } from '../entity.js';
import { resolveHydros } from '../resolve.js';
import { files } from '../schema.js';
import { follows } from './clock.js';

const file = files.hydros.path;
const past = 'initial_conditions.json';

export const travelTimes: Rule = {
  name: 'travel times',
  layer: 5,
  *check({ raw, registries }) {
    const horizon = resolveHorizon(raw.stages);
    const hydros = resolveHydros({ raw, registries, horizon });
    for (const hydro of hydros) {
      if (hydro.travelTimeHours > 0) yield* journey(hydro, hydros, horizon);
      if (hydro.travelTimeHours > 0 && hydro.downstreamIndex !== null) yield* pastReleases(hydro, horizon);
      yield* confluence(hydro, hydros, horizon);
      yield* idleReleases(hydro);
    }
  },
};

function* journey(hydro: Hydro, hydros: readonly Hydro[], horizon: Horizon): Iterable<Finding> {
  const { id, downstreamIndex, at } = hydro;
  if (downstreamIndex === null) {
    const detail = `hydro ${id} has travel_time_hours, but no downstream_id its water could travel to`;
    const suggestion = 'Add downstream_id, or remove travel_time_hours.';
    yield impossible({ file, id, rule: 'travel time needs a plant downstream', detail, suggestion });
    return;
  }
  const target = hydros[downstreamIndex]!;
  const lost = horizon.stages.find(
    ({ index }) => at[index]!.state !== 'absent' && target.at[index]!.state === 'absent',
  );
  if (lost === undefined) return;
  const detail = `hydro ${id} sends water with a delay to hydro ${target.id}, which does not exist in stage ${lost.id}`;
  const suggestion = 'Send it to a plant that exists as long as the sender, or remove travel_time_hours.';
  yield impossible({ file, id, rule: 'travel to a plant that exists', detail, suggestion });
}

/** Where blocks follow each other, what arrives is shared among them by one travel time. */
function* confluence({ id, index }: Hydro, hydros: readonly Hydro[], { stages }: Horizon): Iterable<Finding> {
  const arcs = hydros.filter(
    ({ downstreamIndex, travelTimeHours }) => downstreamIndex === index && travelTimeHours > 0,
  );
  const times = new Set(arcs.map(({ travelTimeHours }) => travelTimeHours));
  const stage = stages.find(follows);
  if (times.size < 2 || stage === undefined) return;
  const detail = `hydro ${id} receives water with travel times of ${[...times].join(' and ')} h, but stage ${stage.id} has chronological blocks`;
  const suggestion = 'Use one travel time for all plants that send to it, or parallel blocks.';
  yield impossible({ file, id, rule: 'one travel time into chronological blocks', detail, suggestion });
}

/** Releases before the study are given for as long as water is on its way, once for every moment. */
function* pastReleases(hydro: Hydro, { stages }: Horizon): Iterable<Finding> {
  const start = stages[0]!.startDay;
  const first = start - hydro.travelTimeHours / 24;
  let covered = first;
  for (const { startDay: from, endDay: to } of hydro.pastDefluences) {
    if (to <= first) continue;
    if (from > covered + 1e-9) break;
    if (from < covered - 1e-9 && covered > first) {
      yield uncovered(
        hydro,
        'two windows of past_defluences overlap',
        'Let every window start where the one before ends.',
      );
      return;
    }
    covered = to;
  }
  if (covered < start - 1e-9) {
    const detail = `past_defluences do not cover the ${hydro.travelTimeHours} h before the study`;
    yield uncovered(hydro, detail, 'Give windows without gaps up to the start of the study; 0 m³/s counts.');
  }
}

function uncovered({ id, travelTimeHours }: Hydro, detail: string, suggestion: string): Finding {
  const context = {
    file: past,
    missing_dimension: `hydro ${id}`,
    expected_coverage: `${travelTimeHours} h before the study, without gaps or overlaps`,
  };
  return asError(5, errorRecord('CoverageMismatch', `${past}: hydro ${id}: ${detail}.`, context, suggestion));
}

function* idleReleases({ id, travelTimeHours, pastDefluences }: Hydro): Iterable<Finding> {
  if (pastDefluences.length === 0 || travelTimeHours > 0) return;
  const detail = `past_defluences of hydro ${id} have no effect, because its water arrives at once`;
  const suggestion = 'Add travel_time_hours, or remove them.';
  yield doubtful({ file: past, id, rule: 'past releases need a travel time', detail, suggestion });
}
