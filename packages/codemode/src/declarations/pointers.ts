import { attempt } from '@quadrivium/kernel/essentials';
import { isSchema, type Schema } from './schema.js';

/** A part of a schema that a reference names, and a name for it. */
export interface Target {
  /** The same for every reference to the same part. */
  readonly key: string;
  readonly name: string;
  readonly schema: unknown;
}

/** Follows a reference within the schema; what lies outside of it, or nowhere, is undefined. */
export function resolveReference(root: Schema, reference: string): Target | undefined {
  if (!reference.startsWith('#')) return undefined;
  const fragment = decode(reference.slice(1));
  if (fragment === '') return { key: '#', name: 'Root', schema: root };
  if (!fragment.startsWith('/')) return anchored(root, fragment);
  const steps = fragment.slice(1).split('/').map(unescapeStep);
  const schema = steps.reduce<unknown>(step, root);
  return schema === undefined ? undefined : { key: `#${fragment}`, name: steps.at(-1) ?? 'Root', schema };
}

function decode(text: string): string {
  return attempt(() => decodeURIComponent(text), text);
}

function unescapeStep(text: string): string {
  return text.replaceAll('~1', '/').replaceAll('~0', '~');
}

function step(at: unknown, name: string): unknown {
  if (Array.isArray(at)) return at[Number(name)];
  return isSchema(at) && Object.hasOwn(at, name) ? at[name] : undefined;
}

/** Definitions may carry a plain name of their own. */
function anchored(root: Schema, anchor: string): Target | undefined {
  const definitions = [root.$defs, root.definitions].filter(isSchema).flatMap((defs) => Object.values(defs));
  const schema = definitions.find((each) => isSchema(each) && (each.$anchor === anchor || each.$id === `#${anchor}`));
  return schema === undefined ? undefined : { key: `#${anchor}`, name: anchor, schema };
}
