import type { ModelConfig } from '../../config/schema.js';
import { cpeFault } from '../../faults.js';

export type PatchStep = NonNullable<NonNullable<ModelConfig['patchRequest']>['jsonPatch']>[number];

type Container = Record<string, unknown> | unknown[];

/** Applies a JSON Patch (RFC 6902) to a copy of the value. */
export function applyPatch(value: unknown, steps: readonly PatchStep[]): unknown {
  return steps.reduce(applyStep, structuredClone(value));
}

function applyStep(root: unknown, step: PatchStep): unknown {
  switch (step.op) {
    case 'add':
      return put(root, step.path, structuredClone(step.value), true);
    case 'replace':
      read(root, step.path);
      return put(root, step.path, structuredClone(step.value), false);
    case 'remove':
      return remove(root, step.path);
    case 'copy':
      return put(root, step.path, structuredClone(read(root, step.from ?? '')), true);
    case 'move': {
      const moved = read(root, step.from ?? '');
      return put(remove(root, step.from ?? ''), step.path, moved, true);
    }
    case 'test':
      if (JSON.stringify(read(root, step.path)) === JSON.stringify(step.value)) return root;
      throw patchFault(`the test of ${step.path} fails`);
  }
}

function keysOf(path: string): string[] {
  if (path === '') return [];
  if (!path.startsWith('/')) throw patchFault(`${JSON.stringify(path)} is no JSON pointer`);
  return path
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function read(root: unknown, path: string): unknown {
  return keysOf(path).reduce<unknown>((at, key) => {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) throw patchFault(`${path} does not exist`);
    return (at as Record<string, unknown>)[key];
  }, root);
}

function parentOf(root: unknown, path: string): { parent: Container; key: string } {
  const key = keysOf(path).at(-1) ?? '';
  const parent = read(root, path.slice(0, path.lastIndexOf('/')));
  if (typeof parent !== 'object' || parent === null) throw patchFault(`${path} has nothing around it`);
  return { parent: parent as Container, key };
}

function put(root: unknown, path: string, value: unknown, insert: boolean): unknown {
  if (path === '') return value;
  const { parent, key } = parentOf(root, path);
  if (!Array.isArray(parent))
    Object.defineProperty(parent, key, { value, writable: true, enumerable: true, configurable: true });
  else if (insert) parent.splice(key === '-' ? parent.length : Number(key), 0, value);
  else parent[Number(key)] = value;
  return root;
}

function remove(root: unknown, path: string): unknown {
  read(root, path);
  const { parent, key } = parentOf(root, path);
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
  return root;
}

function patchFault(reason: string): Error {
  return cpeFault('ConfigInvalid', `patchRequest.jsonPatch cannot be applied to the request: ${reason}.`);
}
