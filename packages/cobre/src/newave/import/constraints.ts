/** Limits on sums: groups of interchange, sets of plants, formulas of newer decks. */
import type { FormulaTerm } from '../readers/electrical-csv.js';
import type { Month } from '../readers/month.js';
import type { River } from './cascade.js';
import { pairsOf } from './lines.js';
import { priceOf } from './penalties.js';
import type { Study } from './study.js';

interface Constraint {
  readonly name: string;
  readonly expression: string;
  readonly slack: object;
  readonly bounds: readonly {
    stage_id: number;
    block_id: number | null;
    bound_lower: number | null;
    bound_upper: number | null;
  }[];
}

export function constraintFiles(study: Study, river: River | null) {
  const all = [...groups(study), ...(river ? [...sets(study, river), ...formulas(study, river)] : [])].filter(
    ({ bounds }) => bounds.length > 0,
  );
  return {
    constraints: all.map(({ name, expression, slack }, id) => ({ id, name, expression, slack })),
    bounds: all.flatMap(({ bounds }, constraint_id) => bounds.map((bound) => ({ constraint_id, ...bound }))),
  };
}

/** The stages from a month to another; a blank end is that of the study. */
function stages({ months }: Study, from: Month, to: Month | null): number[] {
  return months.flatMap((month, stage) => (from <= month && (to === null || month <= to) ? [stage] : []));
}

const hard = { enabled: false };

function softly(study: Study): object {
  const deficit = Math.max(...study.deck.system.subsystems.map(({ deficitCost }) => deficitCost[0] ?? 0));
  return { enabled: true, penalty: priceOf(study, 'ELETRI', deficit) };
}

/** Directed flows, not net ones: a flow back must not relax the limit of the way there. */
function flowTerm(study: Study, from: number, to: number): string | null {
  const pairs = pairsOf(study);
  const direct = pairs.findIndex((pair) => pair.from === from && pair.to === to);
  if (direct >= 0) return `line_direct(${direct})`;
  const reverse = pairs.findIndex((pair) => pair.from === to && pair.to === from);
  return reverse >= 0 ? `line_reverse(${reverse})` : null;
}

function groups(study: Study): Constraint[] {
  const { deck, usage } = study;
  if (deck.general.interchangeGroups === 0) return [];
  const codes = [...new Set(deck.groups.members.map(({ group }) => group))];
  return codes.flatMap((code) => {
    const members = deck.groups.members.filter(({ group }) => group === code);
    const terms = members.map(({ from, to, coefficient }) => {
      const flow = flowTerm(study, from, to);
      return flow && `${coefficient ?? 1} * ${flow}`;
    });
    if (terms.some((term) => term === null)) {
      usage.warn('unknown-pair', `Group ${code} of interchange names a pair that is no line`, {
        origin: members[0]!.origin,
      });
      return [];
    }
    usage.use(...members);
    const bounds = deck.groups.limits
      .filter(({ group }) => group === code)
      .flatMap((limit) => {
        const found = stages(study, limit.from, limit.to);
        if (found.length > 0) usage.use(limit);
        return found.flatMap((stage_id) =>
          limit.limits.flatMap((value, block_id) =>
            value === null ? [] : [{ stage_id, block_id, bound_lower: null, bound_upper: value }],
          ),
        );
      });
    return [{ name: `interchange group ${code}`, expression: terms.join(' + '), slack: hard, bounds: last(bounds) }];
  });
}

function sets(study: Study, { byCode }: River): Constraint[] {
  const { deck, usage } = study;
  if (deck.general.electricalLimits === 0) return [];
  return deck.electrical.sets.flatMap((set) => {
    const plants = set.plants.flatMap((code) => (code !== null && byCode.has(code) ? [byCode.get(code)!] : []));
    if (plants.length === 0) return [];
    usage.use(set);
    const bounds = deck.electrical.limits
      .filter((limit) => limit.set === set.set)
      .flatMap((limit) => {
        const found = stages(study, limit.from, limit.to);
        if (found.length > 0) usage.use(limit);
        const block_id = limit.block ? limit.block - 1 : null;
        return found.map((stage_id) => ({ stage_id, block_id, bound_lower: null, bound_upper: limit.power }));
      });
    const expression = plants.map(({ id }) => `hydro_generation(${id})`).join(' + ');
    return [{ name: `electrical limit ${set.set}`, expression, slack: softly(study), bounds: last(bounds) }];
  });
}

function formulas(study: Study, river: River): Constraint[] {
  const { deck, usage } = study;
  if (deck.general.electricalLimits === 0) return [];
  const thermals = new Map(
    [...deck.thermals]
      .filter(({ status }) => status !== 'NC')
      .sort((a, b) => a.code - b.code)
      .map(({ code }, id) => [code, id]),
  );
  const termOf = ({ coefficient, what, codes: [first = 0, second = 0] }: FormulaTerm): string | null => {
    const hydro = river.byCode.get(first)?.id;
    const variable =
      what === 'ger_usih'
        ? hydro === undefined
          ? null
          : `hydro_generation(${hydro})`
        : what === 'ger_usit'
          ? thermals.has(first)
            ? `thermal_generation(${thermals.get(first)})`
            : null
          : flowTerm(study, first, second);
    return variable && `${coefficient < 0 ? '-' : '+'} ${Math.abs(coefficient)} * ${variable}`;
  };
  return deck.formulas.formulas.flatMap((formula) => {
    const terms = formula.terms.map(termOf);
    if (terms.some((term) => term === null)) {
      usage.warn('unknown-term', `Restriction ${formula.id} names something the study does not have`, {
        origin: formula.origin,
      });
      return [];
    }
    usage.use(formula, ...deck.formulas.horizons.map((origin) => ({ origin })));
    const bounds = deck.formulas.limits
      .filter(({ id }) => id === formula.id)
      .flatMap((limit) => {
        const found = stages(study, limit.from, limit.to);
        if (found.length > 0) usage.use(limit);
        const block_id = limit.block > 0 ? limit.block - 1 : null;
        return found.map((stage_id) => ({ stage_id, block_id, bound_lower: limit.lower, bound_upper: limit.upper }));
      });
    return [
      {
        name: `restriction ${formula.id}`,
        expression: terms.join(' ').replace(/^\+ /, ''),
        slack: softly(study),
        bounds: last(bounds),
      },
    ];
  });
}

/** A month that is limited twice has the later limit. */
function last<Bound extends { stage_id: number; block_id: number | null }>(bounds: readonly Bound[]): Bound[] {
  return [...new Map(bounds.map((bound) => [`${bound.stage_id} ${bound.block_id}`, bound])).values()];
}
