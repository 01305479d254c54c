import type { Endpoint, Routes } from '@quadrivium/kernel';

/**
 * The kernel's front looks endpoints up by whole path. A REST API is a tree, so this map answers for everything below
 * each prefix as well: the proxy is the one place where a lookup can be more than a name.
 */
export function routesWithPrefixes(exact: Routes, prefixes: Readonly<Record<string, Endpoint>>): Routes {
  const all: Record<string, Endpoint> = { ...prefixes, ...exact };
  const find = (path: string | symbol): Endpoint | undefined => {
    if (typeof path === 'symbol') return undefined;
    if (Object.hasOwn(all, path)) return all[path];
    const prefix = Object.keys(prefixes).find((start) => path.startsWith(`${start}/`));
    return prefix === undefined ? undefined : prefixes[prefix];
  };
  return new Proxy(all, {
    get: (_, path) => find(path),
    has: (_, path) => find(path) !== undefined,
    getOwnPropertyDescriptor(_, path) {
      const value = find(path);
      return value === undefined ? undefined : { value, configurable: true, enumerable: true, writable: true };
    },
  });
}
