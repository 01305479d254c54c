import { own } from '@quadrivium/kernel/essentials';
import type { ModelConfig } from '../../config/schema.js';
import { Fault } from '../../faults.js';
import { providerOf } from '../providers/index.js';

/** The key of a model; a fault that names the variable when it is needed and missing. */
export function apiKeyOf(model: ModelConfig, env: NodeJS.ProcessEnv): string | undefined {
  const { keyVariable, needsKey } = providerOf(model.type);
  const variable = model.api_key_env ?? keyVariable;
  const key = own(env, variable);
  if (key !== undefined && key !== '') return key;
  if (!needsKey && model.api_key_env === undefined) return undefined;
  throw new Fault('Unauthorized', `There is no key for model ${model.ref}: the variable ${variable} is not set.`, {
    context: { model: model.ref, variable },
    suggestion: `Set ${variable}, or name another variable with api_key_env.`,
  });
}
