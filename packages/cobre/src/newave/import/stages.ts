/** stages.json and config.json: months as stages, blocks by the hours of the calendar, risk and discount of the deck. */
import { firstDay, hoursIn, type Month, monthInYear, yearOf } from '../readers/month.js';
import { rowAt, valueAt } from '../readers/year-table.js';
import { annualTerm } from './settings.js';
import type { Study } from './study.js';

const labels = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const blockNames = ['HEAVY', 'MEDIUM', 'LIGHT'];

/** The share of a month that a block lasts. Seasonal durations are given for one year only. */
export function durationOf({ deck, horizon, usage }: Study, month: Month, block: number): number {
  const { durations } = deck.blocks;
  const years = durations.map(({ year }) => year).filter((year) => typeof year === 'number');
  const isSeasonal = deck.general.durationsByYear === 0;
  const year = isSeasonal ? years[0]! : Math.min(yearOf(month), horizon.lastYear);
  const row = rowAt(durations, year, horizon.lastYear, block) ?? rowAt(durations, years[0]!, horizon.lastYear, block);
  usage.use(row);
  return row?.values[monthInYear(month) - 1] ?? 1 / deck.blocks.count;
}

export function stagesFile(study: Study): object {
  const { months, deck, options } = study;
  const openings = options.scale === 'deck' ? (deck.general.openings ?? 20) : Math.min(20, deck.general.openings ?? 20);
  return {
    policy_graph: { type: 'finite_horizon', annual_discount_rate: (deck.general.discountRate ?? 0) / 100 },
    season_definitions: {
      cycle_type: 'monthly',
      seasons: labels.map((label, id) => ({ id, label, month_start: id + 1 })),
    },
    stages: months.map((month, id) => ({
      id,
      start_date: firstDay(month),
      end_date: firstDay(month + 1),
      season_id: monthInYear(month) - 1,
      blocks: blocksOf(study, month),
      state_variables: { storage: true, inflow_lags: true },
      risk_measure: riskOf(study, month),
      num_openings: openings,
    })),
  };
}

function blocksOf(study: Study, month: Month) {
  const { count } = study.deck.blocks;
  const shares = Array.from({ length: count }, (_, k) => durationOf(study, month, k));
  return shares.flatMap((share, id) => {
    const name = count === 3 ? blockNames[id]! : `BLOCK ${id + 1}`;
    return [{ id, name, hours: share * hoursIn(month) }];
  });
}

/** Constant, or by month where the deck says so; blank or 0 means the constant one. */
function riskOf({ deck, horizon, usage }: Study, month: Month): unknown {
  const { risk, general } = deck;
  if (!general.cvar || risk === null) return 'expectation';
  const dated = general.cvar === 2;
  const share = (rows: typeof risk.alphaByMonth, constant: number | null) => {
    const row = dated ? rowAt(rows, yearOf(month), horizon.lastYear) : undefined;
    usage.use(row);
    return ((dated && valueAt(rows, month, horizon.lastYear)) || (constant ?? 0)) / 100;
  };
  usage.use(risk);
  for (const row of [...risk.alphaByMonth, ...risk.lambdaByMonth])
    usage.ignore(row, 'aversion to risk is constant in this deck (DGER, line 61)');
  const [alpha, lambda] = [share(risk.alphaByMonth, risk.alpha), share(risk.lambdaByMonth, risk.lambda)];
  return alpha > 0 ? { cvar: { alpha, lambda } } : 'expectation';
}

export function configFile({ deck, options }: Study): object {
  const { general } = deck;
  const whole = options.scale === 'deck';
  return {
    training: {
      tree_seed: 42,
      selection: { method: 'sampled', forward_passes: whole ? (general.forwardPasses ?? 200) : 4 },
      stopping_rules: [{ type: 'iteration_limit', limit: whole ? (general.iterations ?? 45) : 20 }],
    },
    modeling: { inflow_non_negativity: { method: 'truncation_with_penalty' } },
    estimation: { max_order: general.largestOrder ?? 6, order_selection: annualTerm(deck) ? 'pacf_annual' : 'pacf' },
    // Such studies take from minutes to days: one that is ended goes on from its last fifth iteration.
    policy: { checkpointing: { enabled: true, initial_iteration: 5, interval_iterations: 5 } },
    simulation: {
      enabled: general.finalSimulation !== 0,
      selection: { method: 'sampled', num_scenarios: whole ? (general.series ?? 2000) : 100 },
    },
  };
}
