import { z } from 'zod';
import {
  deficitSegments,
  entityId,
  fileRoot,
  finite,
  lifetime,
  nonNegative,
  positive,
  withoutEffect,
} from './primitives.js';

const named = { id: entityId, name: z.string() };

export const busesFile = fileRoot({
  buses: z.array(z.object({ ...named, deficit_segments: deficitSegments.nullish() })),
}).describe('Buses');

export const linesFile = fileRoot({
  lines: z.array(
    z.object({
      ...named,
      source_bus_id: entityId,
      target_bus_id: entityId,
      ...lifetime,
      capacity: z.object({ direct_mw: nonNegative, reverse_mw: nonNegative }),
      exchange_cost: positive.nullish().describe('$/MWh'),
      losses_percent: z.number().min(0).max(100).nullish(),
    }),
  ),
}).describe('Transmission lines; the list may be empty');

export const thermalsFile = fileRoot({
  thermals: z.array(
    z.object({
      ...named,
      bus_id: entityId,
      ...lifetime,
      cost_per_mwh: nonNegative.nullish(),
      cost_segments: z
        .array(z.object({ capacity_mw: positive, cost_per_mwh: nonNegative }))
        .min(1)
        .nullish()
        .describe('Stepwise cost, an older form of cost_per_mwh'),
      generation: z.object({ min_mw: nonNegative, max_mw: nonNegative }),
      gnl_config: z
        .object({ lag_stages: z.int().min(0) })
        .nullish()
        .meta(withoutEffect('anticipated dispatch is not modelled; the plant is dispatched like any other')),
    }),
  ),
}).describe('Thermal plants; the list may be empty');

export const nonControllableSourcesFile = fileRoot({
  non_controllable_sources: z.array(
    z.object({
      ...named,
      bus_id: entityId,
      ...lifetime,
      max_generation_mw: nonNegative,
      curtailment_cost: positive.nullish().describe('$/MWh'),
    }),
  ),
}).describe('Wind, solar and other injections that can only be curtailed');

export const pumpingStationsFile = fileRoot({
  pumping_stations: z.array(
    z.object({
      ...named,
      bus_id: entityId,
      source_hydro_id: entityId,
      destination_hydro_id: entityId,
      ...lifetime,
      consumption_mw_per_m3s: nonNegative,
      flow: z.object({ min_m3s: nonNegative, max_m3s: nonNegative }),
    }),
  ),
}).describe('Pumps that move water from one reservoir to another');

export const energyContractsFile = fileRoot({
  contracts: z.array(
    z.object({
      ...named,
      bus_id: entityId,
      type: z.enum(['import', 'export']),
      ...lifetime,
      price_per_mwh: finite.describe('Added to the cost; an export that earns has a negative price'),
      limits: z.object({ min_mw: nonNegative, max_mw: nonNegative }),
    }),
  ),
}).describe('Import and export contracts');

export type LineEntry = z.output<typeof linesFile>['lines'][number];
export type ThermalEntry = z.output<typeof thermalsFile>['thermals'][number];
export type NonControllableSourceEntry = z.output<
  typeof nonControllableSourcesFile
>['non_controllable_sources'][number];
