import type { ModelConfig } from '../../config/schema.js';
import { applyPatch } from './json-patch.js';

/** `fetch` with what `patchRequest` of a model changes on every request. */
export function patchedFetch({ patchRequest }: Pick<ModelConfig, 'patchRequest'>, plain: typeof fetch): typeof fetch {
  if (patchRequest === undefined) return plain;
  const { jsonPatch = [], includeHeaders = {} } = patchRequest;
  return async (input, init = {}) => {
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(includeHeaders)) headers.set(name, value);
    const body =
      typeof init.body === 'string' && jsonPatch.length > 0
        ? { body: JSON.stringify(applyPatch(JSON.parse(init.body), jsonPatch)) }
        : {};
    return plain(input, { ...init, headers, ...body });
  };
}
