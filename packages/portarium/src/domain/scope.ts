/** What a credential is narrowed to. Scopes never give anything: they take away from what the roles of its principal give. */
import * as z from 'zod';

/** `server:` names the tools of another server in the same house; everything else is a permission of ours. */
const shape = /^[a-z][a-z-]*:(\*|[a-z][\w-]*)$/;

/** `run:*` stands for every permission about runs. */
export function isWithin(scopes: readonly string[] | undefined, wanted: string): boolean {
  return scopes === undefined || scopes.some((scope) => scope === wanted || scope === `${areaOf(wanted)}:*`);
}

const areaOf = (scope: string): string => scope.slice(0, scope.indexOf(':'));

/** A list of scopes, each of which means something: a misspelt one would only be noticed when it is missing. */
export function scopesAmong(permissions: readonly string[]) {
  const known = new Set([...permissions, ...permissions.map((permission) => `${areaOf(permission)}:*`)]);
  const Scope = z
    .string()
    .regex(shape, 'such as run:read, run:* or server:cobre')
    .refine((scope) => known.has(scope) || areaOf(scope) === 'server', {
      error: `is no permission; there are ${permissions.join(', ')}, area:* and server:name`,
    });
  return z
    .array(Scope)
    .min(1)
    .max(50)
    .describe('No more than these permissions, such as run:read, run:* or server:cobre');
}
