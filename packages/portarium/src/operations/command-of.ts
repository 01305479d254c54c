import type { CliBinding } from '@quadrivium/kernel';
import type * as z from 'zod';

/** What the command of an operation says otherwise than its name, its path and its fields do. */
export interface CliSpec<Data> extends Omit<CliBinding<Data>, 'verb' | 'arguments'> {
  readonly verb?: string;
  /** Fields given by position, after those of the path. */
  readonly words?: readonly string[];
}

/**
 * `portarium_agent_quarantine` on `/agents/{agentId}/quarantine` is `agent quarantine <agent>`: the last word of the name is
 * the verb, names in the path are words of the command line, and ids go by what they name. Lists are shown as their items.
 */
export function commandOf(
  name: string,
  path: string,
  input: z.ZodObject,
  spec: CliSpec<never> | false = {},
): CliBinding<never> | false {
  if (spec === false) return false;
  const { verb = verbOf(name), words = [], names, given = [], ...more } = spec;
  const ids = Object.keys(input.shape).filter((field) => field.endsWith('Id'));
  return {
    verb,
    arguments: [...[...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field ?? ''), ...words],
    names: { ...Object.fromEntries(ids.map((id) => [id, id.slice(0, -2)])), idempotencyKey: 'key', ...names },
    given: ['workspaceId', ...given],
    show: (data: { readonly items?: unknown }) => data.items ?? data,
    ...more,
  };
}

function verbOf(name: string): string {
  const words = name.split('_').slice(1);
  return `${words.slice(0, -1).join('-')} ${words.at(-1)}`.trim();
}
