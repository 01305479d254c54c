import { listOf, type Rule, recordOf } from './rule.js';

export const uniqueRefs: Rule = ({ models }) => {
  const refs = listOf(models).map((model) => recordOf(model).ref);
  return refs.flatMap((ref, index) =>
    ref !== undefined && refs.indexOf(ref) < index
      ? [{ path: ['models', index, 'ref'], message: `${JSON.stringify(ref)} is the ref of another model too` }]
      : [],
  );
};

export const defaultModelExists: Rule = ({ models, defaults }) => {
  const { model } = recordOf(defaults);
  const refs = listOf(models).map((each) => String(recordOf(each).ref));
  if (typeof model !== 'string' || refs.includes(model)) return [];
  const known = refs.length === 0 ? 'there are no models' : `known are ${refs.join(', ')}`;
  return [{ path: ['defaults', 'model'], message: `no model has the ref ${JSON.stringify(model)}; ${known}` }];
};

export const oauthForAnthropic: Rule = ({ models }) =>
  listOf(models).flatMap((model, index) => {
    const { type, auth_method: method } = recordOf(model);
    if (method !== 'oauth' || type === 'anthropic') return [];
    return [{ path: ['models', index, 'auth_method'], message: 'oauth works for type anthropic only' }];
  });
