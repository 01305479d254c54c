import type { Horizon, PolicyGraph, RiskMeasureSpec, SeasonDefinitions, Stage, Transition } from '../horizon.js';
import { dayOf } from '../read/calendar.js';
import type { StageEntry, StagesFile } from '../schema/stages.js';

export function resolveHorizon(file: StagesFile): Horizon {
  const entries = [...file.stages].sort((a, b) => a.id - b.id);
  const policyGraph = resolveGraph(
    file.policy_graph,
    entries.map((entry) => entry.id),
  );
  return {
    stages: entries.map((entry, index) => resolveStage(entry, index, policyGraph)),
    preStudyStages: (file.pre_study_stages ?? [])
      .map((entry) => ({
        id: entry.id,
        startDate: entry.start_date,
        endDate: entry.end_date,
        startDay: dayOf(entry.start_date) ?? 0,
        endDay: dayOf(entry.end_date) ?? 0,
        seasonId: entry.season_id ?? null,
      }))
      .sort((a, b) => a.id - b.id),
    seasons: resolveSeasons(file.season_definitions),
    policyGraph,
  };
}

function resolveStage(entry: StageEntry, index: number, graph: PolicyGraph): Stage {
  const startDay = dayOf(entry.start_date) ?? 0;
  const endDay = dayOf(entry.end_date) ?? 0;
  const blocks = [...entry.blocks].sort((a, b) => a.id - b.id);
  const days = endDay - startDay;
  const outgoing = graph.transitions.find((t) => t.sourceIndex === index);
  const rate = entry.annual_discount_rate_override ?? outgoing?.annualDiscountRate ?? graph.annualDiscountRate;
  return {
    id: entry.id,
    index,
    startDate: entry.start_date,
    endDate: entry.end_date,
    startDay,
    endDay,
    days,
    startYear: Number(entry.start_date.slice(0, 4)),
    startMonth: Number(entry.start_date.slice(5, 7)),
    seasonId: entry.season_id ?? null,
    blocks,
    hours: blocks.reduce((sum, block) => sum + block.hours, 0),
    blockMode: entry.block_mode ?? 'parallel',
    stateVariables: { storage: true, inflowLags: entry.state_variables?.inflow_lags ?? false },
    riskMeasure: resolveRisk(entry.risk_measure),
    openings: entry.num_scenarios,
    samplingMethod: entry.sampling_method ?? 'saa',
    discountFactor: (1 + rate) ** (-days / 365.25),
  };
}

function resolveRisk(measure: StageEntry['risk_measure']): RiskMeasureSpec {
  if (measure === undefined || measure === null || measure === 'expectation') return { type: 'expectation' };
  return { type: 'cvar', ...measure.cvar };
}

/**
 * A stage without a transition of its own goes on to the next one (the last one of a cyclic graph to the first).
 * Transitions are by source, then by position in the file: the first one of a source decides its discount.
 */
function resolveGraph(graph: StagesFile['policy_graph'], stageIds: readonly number[]): PolicyGraph {
  const rate = graph.annual_discount_rate;
  const nodes = (graph.nodes ?? [])
    .map((node) => ({
      id: node.id,
      stageIndex: stageIds.indexOf(node.stage_id),
      scenarioId: node.scenario_id ?? null,
      label: node.label ?? null,
    }))
    .sort((a, b) => a.stageIndex - b.stageIndex || a.id - b.id);
  const given = (nodes.length > 0 ? [] : (graph.transitions ?? [])).map((t) => ({
    sourceIndex: stageIds.indexOf(t.source_id),
    targetIndex: stageIds.indexOf(t.target_id),
    probability: t.probability,
    annualDiscountRate: t.annual_discount_rate_override ?? t.annual_discount_rate ?? rate,
  }));
  const known = given.filter((t) => t.sourceIndex >= 0 && t.targetIndex >= 0);
  const implied = impliedChain(graph.type, stageIds.length, rate).filter(
    ({ sourceIndex }) => !known.some((t) => t.sourceIndex === sourceIndex),
  );
  const transitions = [...known, ...implied].sort((a, b) => a.sourceIndex - b.sourceIndex);
  const edges = (nodes.length === 0 ? [] : (graph.transitions ?? [])).map((t) => ({
    sourceId: t.source_id,
    targetId: t.target_id,
    probability: t.probability,
  }));
  return { nodes, edges, type: graph.type, annualDiscountRate: rate, transitions };
}

function impliedChain(type: PolicyGraph['type'], stageCount: number, rate: number): Transition[] {
  const chain = Array.from({ length: stageCount - 1 }, (_, index) => transition(index, index + 1, rate));
  return type === 'cyclic' ? [...chain, transition(stageCount - 1, 0, rate)] : chain;
}

function transition(sourceIndex: number, targetIndex: number, annualDiscountRate: number): Transition {
  return { sourceIndex, targetIndex, probability: 1, annualDiscountRate };
}

function resolveSeasons(definitions: StagesFile['season_definitions']): SeasonDefinitions | null {
  if (definitions === undefined || definitions === null) return null;
  const seasons = definitions.seasons
    .map((season) => ({
      id: season.id,
      label: season.label,
      monthStart: season.month_start,
      dayStart: season.day_start ?? null,
      monthEnd: season.month_end ?? null,
      dayEnd: season.day_end ?? null,
    }))
    .sort((a, b) => a.id - b.id);
  return { cycleType: definitions.cycle_type, seasons };
}
