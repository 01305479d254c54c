import { dayOf, isoDateOf, periodBefore } from '../read/calendar.js';
import type { RawCase } from '../registry.js';
import { given } from './config.js';
import type { Notes } from './note.js';

/** Steps 3 and 4: openings under their new name, and the memory of inflows as a state wherever there is one. */
export function migrateStages(raw: RawCase, notes: Notes): object {
  const { stages, policy_graph: graph, scenario_source: _misplaced, ...rest } = raw.stages;
  const remembers = [raw.arCoefficients, raw.inflowHistory, raw.annualComponent].some(
    (table) => (table?.length ?? 0) > 0,
  );
  if (remembers) {
    const text = 'is set on every stage: it now decides whether cuts depend on past inflows, as they always did before';
    notes.add('meaning', ['stages.json', null, 'state_variables.inflow_lags'], text);
  }
  const chronological = stages.find(({ block_mode: mode, blocks }) => mode === 'chronological' && blocks.length > 1);
  if (chronological) {
    const text =
      'the original solved chronological blocks as parallel ones; now they follow each other (as they did here)';
    notes.add('meaning', ['stages.json', chronological.id, 'block_mode'], text);
  }
  return {
    ...rest,
    policy_graph: {
      ...graph,
      ...given({
        transitions: graph.transitions?.map(
          ({ annual_discount_rate: older, annual_discount_rate_override: rate, ...t }) => ({
            ...t,
            ...given({ annual_discount_rate_override: rate ?? older }),
          }),
        ),
      }),
    },
    stages: stages.map(({ num_scenarios, openings_given: _ours, state_variables: states, ...stage }) => ({
      ...stage,
      ...given({ state_variables: remembers ? { ...states, inflow_lags: true } : states }),
      num_openings: num_scenarios,
    })),
  };
}

/** Step 12: past inflows become windows before the study, one period back for each lag. */
export function migrateInitialConditions(raw: RawCase, notes: Notes): object {
  const { past_inflows: past, recent_observations: seen, storage, filling_storage, ...rest } = raw.initialConditions;
  const filled = new Set(raw.hydros.hydros.filter(({ filling }) => filling).map(({ id }) => String(id)));
  const moved = storage.filter(({ hydro_id }) => filled.has(String(hydro_id)));
  for (const { hydro_id } of moved) {
    notes.add(
      'meaning',
      ['initial_conditions.json', hydro_id, 'storage'],
      'moved to filling_storage, because the plant is filled',
    );
  }
  const observed = [...(seen ?? [])];
  if (observed.length > 0) {
    const text = 'now also seed the memory of inflows, day by day, before past inflows and history';
    notes.add('meaning', ['initial_conditions.json', null, 'recent_observations'], text);
  }
  for (const { hydro_id, values_m3s } of past ?? []) {
    values_m3s.forEach((value_m3s, k) => {
      const [start_date, end_date] = windowBefore(raw, k + 1);
      const taken = observed.some(
        (other) =>
          String(other.hydro_id) === String(hydro_id) && other.start_date < end_date && start_date < other.end_date,
      );
      if (!taken) observed.push({ hydro_id, start_date, end_date, value_m3s });
      else {
        const text = `lag ${k + 1} (${value_m3s} m3/s) is covered by observations, which come first`;
        notes.add('dropped', ['initial_conditions.json', hydro_id, 'past_inflows'], text);
      }
    });
  }
  return {
    ...rest,
    storage: storage.filter((entry) => !moved.includes(entry)),
    filling_storage: [...filling_storage, ...moved],
    ...(observed.length > 0 ? { recent_observations: observed } : {}),
  };
}

/** The n-th period before the study, as pre-study stages state it or as the first stage suggests. */
function windowBefore(raw: RawCase, n: number): [string, string] {
  const pre = (raw.stages.pre_study_stages ?? []).find(({ id }) => id === -n);
  if (pre) return [pre.start_date, pre.end_date];
  const [first] = [...raw.stages.stages].sort((a, b) => a.id - b.id);
  const [start, end] = periodBefore(dayOf(first!.start_date) ?? 0, dayOf(first!.end_date) ?? 0, n);
  return [isoDateOf(start), isoDateOf(end)];
}
