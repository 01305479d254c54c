import { isObject, jsonOr } from '@quadrivium/kernel/essentials';
import { Fault } from '@quadrivium/kernel/fault';
import type { CaseFileAccess } from './files.js';
import { parseJsonBytes } from './json-text.js';

/** A setting by its path in `config.json`, such as `training.forward_passes`, and the value it has for one run. */
export interface SettingChange {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** `key=value`: the value is JSON where it is some, and text otherwise. */
export function parseChange(text: string): SettingChange {
  const [, key, value] = /^([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)=(.*)$/s.exec(text) ?? [];
  if (key === undefined || value === undefined) {
    throw new Fault('InvalidArguments', `'${text.slice(0, 100)}' is no setting`, {
      context: { field: 'set', value: text.slice(0, 100) },
      suggestion: 'Write a path in config.json and a value, such as training.tree_seed=7.',
    });
  }
  return { path: key.split('.'), value: jsonOr(value, value) };
}

/** The same case with other settings; its files stay as they are. A config that cannot be read is left to validation. */
export function withSettings(
  access: CaseFileAccess,
  directory: string,
  changes: readonly SettingChange[],
): CaseFileAccess {
  if (changes.length === 0) return access;
  return {
    ...access,
    async read(path) {
      const bytes = await access.read(path);
      if (bytes === null || path !== `${directory}/config.json`) return bytes;
      const parsed = parseJsonBytes(bytes);
      if (!parsed.ok || !isObject(parsed.value)) return bytes;
      const changed = changes.reduce(changedAt, structuredClone(parsed.value));
      return Buffer.from(JSON.stringify(changed));
    },
  };
}

function changedAt(
  config: Record<string, unknown>,
  { path: [first = '', ...rest], value }: SettingChange,
): Record<string, unknown> {
  if (rest.length === 0) return { ...config, [first]: value };
  const inner = config[first];
  return { ...config, [first]: changedAt(isObject(inner) ? inner : {}, { path: rest, value }) };
}
