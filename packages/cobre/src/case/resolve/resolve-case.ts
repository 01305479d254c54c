import type { Case } from '../model.js';
import { registriesOf } from '../registries.js';
import type { RawCase } from '../registry.js';
import type { ResolveContext } from './context.js';
import { resolveGenericConstraints } from './generic-constraints.js';
import { resolveHorizon } from './horizon.js';
import { resolveHydros } from './hydros.js';
import { resolveBuses, resolveLines, resolveNonControllableSources } from './network.js';
import { resolveContracts, resolvePumpingStations, resolveThermals } from './plants.js';
import { resolveScenarios } from './scenarios.js';
import { resolveSettings } from './settings.js';

/** Turns the files of a valid case into the model. Only call it with a case that passed validation. */
export function resolveCase(raw: RawCase): Case {
  const context: ResolveContext = { raw, horizon: resolveHorizon(raw.stages), registries: registriesOf(raw) };
  return {
    settings: resolveSettings(raw.config),
    horizon: context.horizon,
    system: {
      buses: resolveBuses(context),
      hydros: resolveHydros(context),
      thermals: resolveThermals(context),
      lines: resolveLines(context),
      nonControllableSources: resolveNonControllableSources(context),
      pumpingStations: resolvePumpingStations(context),
      contracts: resolveContracts(context),
    },
    scenarios: resolveScenarios(context),
    genericConstraints: resolveGenericConstraints(context),
  };
}
