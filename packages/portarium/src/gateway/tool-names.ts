/**
 * Names of other servers' tools. `<server>__<tool>` means one tool and no other, because no server's name holds two
 * underscores in a row or ends in one: the first two underscores are always ours.
 */
import { spellings } from '@quadrivium/kernel';
import { digestOf } from '../domain/json.js';
import { portariumFault } from '../faults.js';

export function refuseAmbiguous(servers: readonly string[]): void {
  const ambiguous = servers.filter((server) => !/^[A-Za-z](?:_?[A-Za-z0-9-])*$/.test(server));
  if (ambiguous.length === 0) return;
  throw portariumFault(
    'BadConfiguration',
    `The tools of these servers could be taken for those of others: ${ambiguous.join(', ')}.`,
    {
      context: { servers: ambiguous },
      suggestion: 'Use letters, digits, - and single underscores in their names, and no underscore at the end.',
    },
  );
}

export const proxiedName = (server: string, tool: string): string => `${server}__${tool}`;

/**
 * The name of each tool of one server. Tools that some client would spell alike (`a.b` and `a_b`) get a name of their own
 * each; one that still clashes, which takes intent, gets none.
 */
export function namesOf(server: string, tools: readonly string[]): ReadonlyMap<string, string> {
  const plain = (tool: string): string => proxiedName(server, tool);
  const uses = new Map<string, number>();
  for (const tool of tools)
    for (const spelling of spellings(plain(tool))) uses.set(spelling, (uses.get(spelling) ?? 0) + 1);
  const named = new Map<string, string>();
  const taken = new Set<string>();
  for (const tool of tools) {
    const isAlone = spellings(plain(tool)).every((spelling) => uses.get(spelling) === 1);
    const name = isAlone ? plain(tool) : marked(plain(tool), tool);
    if (spellings(name).some((spelling) => taken.has(spelling))) continue;
    for (const spelling of spellings(name)) taken.add(spelling);
    named.set(tool, name);
  }
  return named;
}

const longest = 64;

function marked(name: string, tool: string): string {
  const mark = `-${digestOf(tool).split(':').at(-1)?.slice(0, 8)}`;
  return `${name.replaceAll(/[^\w-]/g, '_').slice(0, longest - mark.length)}${mark}`;
}
