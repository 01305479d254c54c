import { set } from '../edit.js';
import { type Rejection, type Topic, topic } from './rejection.js';

const stages = 'stages.json';

const theCalendar = topic<Rejection>('1.3', 'the calendar', [
  [
    'a risk measure is another word',
    'InvalidEnum',
    { file: stages, entity_id: 0 },
    /Use one of: expectation/,
    (f) => set(f, stages, 'stages.0.risk_measure', 'worst'),
  ],
  [
    'a chain does not say its openings',
    'SchemaViolation',
    { file: stages, entity_id: 1, field: 'num_openings' },
    /Add 'num_openings'/,
    (f) => set(f, stages, 'stages.1.num_openings', undefined),
  ],
  [
    'a stage has no block',
    'SchemaViolation',
    { file: stages, entity_id: 0 },
    /'blocks' .* at least 1 entry/,
    (f) => set(f, stages, 'stages.0.blocks', []),
  ],
  [
    'a block has no hours',
    'OutOfRange',
    { file: stages, entity_id: 0 },
    /hours' to above 0/,
    (f) => set(f, stages, 'stages.0.blocks.0.hours', 0),
  ],
  [
    'a year of another calendar',
    'OutOfRange',
    { file: stages, entity_id: 0, field: 'start_date', value: '1445-06-19' },
    /Gregorian dates/,
    (f) => {
      set(f, stages, 'stages.0.start_date', '1445-06-19');
      set(f, stages, 'stages.0.end_date', '1445-07-20');
    },
  ],
  [
    'no opening',
    'OutOfRange',
    { file: stages, entity_id: 0, field: 'num_openings', value: 0 },
    /num_openings' to at least 1/,
    (f) => set(f, stages, 'stages.0.num_openings', 0),
  ],
  [
    'a block of endless hours',
    'ParseError',
    { file: stages },
    /JSON/,
    (f) => {
      f[stages] = Buffer.from(JSON.stringify(f[stages]).replace(/"hours":\d+/, '"hours":Infinity'));
    },
  ],
  [
    'a block of hours below zero',
    'OutOfRange',
    { file: stages, entity_id: 0, value: -1 },
    /hours' to above 0/,
    (f) => set(f, stages, 'stages.0.blocks.0.hours', -1),
  ],
  [
    'a measure of risk that is a word',
    'InvalidEnum',
    { file: stages, entity_id: 1 },
    /expectation/,
    (f) => set(f, stages, 'stages.1.risk_measure', 'cvar'),
  ],
  [
    'a transition that discounts where there are nodes',
    'IncompatibleSettings',
    { settings: ['policy_graph.nodes', 'policy_graph.transitions.annual_discount_rate_override'] },
    /stage/,
    (f) => {
      set(f, stages, 'policy_graph.nodes', [
        { id: 0, stage_id: 0 },
        { id: 1, stage_id: 1 },
      ]);
      set(f, stages, 'policy_graph.transitions', [
        { source_id: 0, target_id: 1, probability: 1, annual_discount_rate_override: 0.1 },
      ]);
    },
  ],
  [
    'openings of a file where there are nodes',
    'IncompatibleSettings',
    { settings: ['training.scenario_source.openings', 'policy_graph.nodes'] },
    /Remove/,
    (f) => {
      set(f, 'config.json', 'training.scenario_source', { openings: { source: 'file' } });
      set(f, stages, 'policy_graph.nodes', [
        { id: 0, stage_id: 0 },
        { id: 1, stage_id: 1 },
      ]);
      set(f, stages, 'policy_graph.transitions', [{ source_id: 0, target_id: 1, probability: 1 }]);
    },
  ],
]);

const seasonRows = topic<Rejection>('1.12', 'seasons', [
  [
    'two seasons share days',
    'PhysicalConstraint',
    { file: stages, entity_id: 1, rule: 'seasons share no day' },
    /End one season before the other starts/,
    (f) => {
      const season = (id: number, month_start: number, day_end: number) => ({
        id,
        label: `S${id}`,
        month_start,
        day_start: 1,
        month_end: 1,
        day_end,
      });
      set(f, stages, 'season_definitions', { cycle_type: 'custom', seasons: [season(0, 1, 31), season(1, 1, 28)] });
    },
  ],
]);

export const calendar: readonly Topic<Rejection>[] = [theCalendar, seasonRows];
