/** Limits on sums: groups of interchange, sets of plants, formulas of newer decks. */
import type { FormulaTerm } from '../readers/electrical-csv.js';
import { monthly } from './buses.js';
import type { River } from './cascade.js';
import { type Constraint, deficitPrice, stages } from './constraint.js';
import { pairsOf } from './lines.js';
import { priceOf } from './penalties.js';
import { storageCurves } from './storage-curves.js';
import type { Study } from './study.js';
import { turbineHeads } from './turbine-heads.js';

export function constraintFiles(study: Study, river: River | null) {
  const ofPlants = river ? [...sets(study, river), ...formulas(study, river), ...turbineHeads(study, river)] : [];
  const all = [...groups(study), ...leastInterchange(study), ...ofPlants, ...storageCurves(study, river)].filter(
    ({ bounds }) => bounds.length > 0,
  );
  return {
    constraints: all.map(({ name, expression, slack }, id) => ({ id, name, expression, slack })),
    bounds: all.flatMap(({ bounds }, constraint_id) => bounds.map((bound) => ({ constraint_id, ...bound }))),
  };
}

const hard = { enabled: false };

function softly(study: Study): object {
  return { enabled: true, penalty: priceOf(study, 'ELETRI', deficitPrice(study)) };
}

/** Directed flows, not net ones: a flow back must not relax the limit of the way there. */
function flowTerm(study: Study, from: number, to: number): string | null {
  const [line, isReversed] = lineBetween(study, from, to);
  return line < 0 ? null : `line_${isReversed ? 'reverse' : 'direct'}(${line})`;
}

/** The line of two subsystems, −1 where there is none, and whether its source is the second of them. */
function lineBetween(study: Study, from: number, to: number): readonly [line: number, isReversed: boolean] {
  const pairs = pairsOf(study);
  const direct = pairs.findIndex((pair) => pair.from === from && pair.to === to);
  return direct >= 0 ? [direct, false] : [pairs.findIndex((pair) => pair.from === to && pair.to === from), true];
}

function groups(study: Study): Constraint[] {
  const { deck, usage } = study;
  if (!deck.general.interchangeGroups) return [];
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

/** What must flow, net of what flows back; a price where it cannot. */
function leastInterchange(study: Study): Constraint[] {
  const { deck, months, usage } = study;
  const slack = () => ({ enabled: true, penalty: priceOf(study, 'INTMIN', deficitPrice(study)) });
  return deck.system.interchange
    .filter(({ isMinimum }) => isMinimum)
    .flatMap((pair) => {
      const [line, isReversed] = lineBetween(study, pair.from, pair.to);
      if (line < 0) {
        usage.warn('unknown-pair', `The least interchange ${pair.from} to ${pair.to} is that of no line`, pair);
        return [];
      }
      usage.use(pair);
      return [pair.direct, pair.reverse].map((rows, way) => {
        const sign = isReversed === (way === 1) ? '' : '-';
        const bounds = months.flatMap((month, stage_id) => {
          const least = monthly(study, rows, month) ?? 0;
          return least > 0 ? [{ stage_id, block_id: null, bound_lower: least, bound_upper: null }] : [];
        });
        const [from, to] = way === 0 ? [pair.from, pair.to] : [pair.to, pair.from];
        const name = `least interchange ${from} to ${to}`;
        return { name, expression: `${sign}1 * line_exchange(${line})`, slack: slack(), bounds };
      });
    });
}

function sets(study: Study, { byCode }: River): Constraint[] {
  const { deck, usage } = study;
  if (!deck.general.electricalLimits) return [];
  return deck.electrical.sets.flatMap((set) => {
    const plants = set.plants.flatMap((code) => (code !== null && byCode.has(code) ? [byCode.get(code)!] : []));
    const wanted = set.plants.filter((code) => code !== null);
    if (plants.length < wanted.length) {
      const missing = wanted.filter((code) => !byCode.has(code));
      const message = `Electrical limit ${set.set} names plants the study does not have: ${missing.join(', ')}`;
      usage.warn('unknown-plant', message, set);
    }
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
    const horizons = deck.formulas.horizons.filter(({ id }) => id === formula.id);
    usage.use(formula, ...horizons);
    const holds = (stage: number) =>
      horizons.length === 0 || horizons.some(({ from, to }) => stages(study, from, to).includes(stage));
    const bounds = deck.formulas.limits
      .filter(({ id }) => id === formula.id)
      .flatMap((limit) => {
        const found = stages(study, limit.from, limit.to).filter(holds);
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
