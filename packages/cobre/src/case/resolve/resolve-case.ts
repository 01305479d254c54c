import { members } from '../../equipment/members.js';
import type { Case } from '../model.js';
import { registriesOf } from '../registries.js';
import type { RawCase } from '../registry.js';
import type { System } from '../system.js';
import type { ResolveContext } from './context.js';
import { resolveGenericConstraints } from './generic-constraints.js';
import { resolveHorizon } from './horizon.js';
import { resolvePostStudy } from './post-study.js';
import { resolveScenarios } from './scenarios.js';
import { resolveSettings } from './settings.js';

/** Turns the files of a valid case into the model. Only call it with a case that passed validation. */
export function resolveCase(raw: RawCase): Case {
  const context: ResolveContext = { raw, horizon: resolveHorizon(raw.stages), registries: registriesOf(raw) };
  const system = Object.fromEntries(
    members.map((member) => [member.registry, member.resolve(context)]),
  ) as unknown as System;
  return {
    settings: resolveSettings(raw.config, raw.generation),
    horizon: context.horizon,
    system,
    scenarios: resolveScenarios(context),
    genericConstraints: resolveGenericConstraints(context, system),
    postStudyStages: resolvePostStudy(context),
  };
}
