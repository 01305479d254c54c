import { closestWord } from '@quadrivium/kernel/essentials';
import type { Config, GenerationParams, ModelConfig } from '../config/schema.js';
import { cpeFault } from '../faults.js';

/** The model to use: the one asked for, else `CPE_MODEL`, else `defaults.model`. */
export function resolveModel(config: Config, wish: string | undefined, env: NodeJS.ProcessEnv): ModelConfig {
  const ref = wish ?? (env.CPE_MODEL || undefined) ?? config.defaults.model;
  const refs = config.models.map((model) => model.ref);
  if (ref === undefined) {
    throw cpeFault('UnknownModel', 'No model is chosen.', {
      suggestion: `Use --model, the variable CPE_MODEL, or defaults.model. Models: ${refs.join(', ') || 'none configured'}.`,
    });
  }
  const model = config.models.find((each) => each.ref === ref);
  if (model !== undefined) return model;
  const meant = closestWord(ref, refs);
  throw cpeFault('UnknownModel', `No model has the ref ${JSON.stringify(ref)}.`, {
    context: { model: ref },
    suggestion: meant === undefined ? `Models: ${refs.join(', ') || 'none configured'}.` : `Did you mean ${meant}?`,
  });
}

/** Field by field: what was asked for now, else what the model has, else the defaults. */
export function resolveParams(config: Config, model: ModelConfig, wishes: GenerationParams): GenerationParams {
  const given = Object.entries(wishes).filter(([, value]) => value !== undefined);
  return { ...config.defaults.generationParams, ...model.generationDefaults, ...Object.fromEntries(given) };
}
