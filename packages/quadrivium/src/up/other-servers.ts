/** MCP servers beside those of this house, from the operator's file; its form is that of `portarium serve --servers`. */
import { type Connections, noConnections, readConnections } from '@quadrivium/portarium/server';
import { quadriviumFault } from '../faults.js';

/** The last is what the console calls the tools that stand between these and all others. */
const ownNames = ['cobre', 'career', 'portarium', 'gateway'];

export async function readOthers(file: string | undefined): Promise<Connections> {
  if (file === undefined) return noConnections;
  const others = await readConnections(file);
  const taken = Object.keys(others.servers).filter((name) => ownNames.includes(name));
  if (taken.length === 0) return others;
  throw quadriviumFault('NameTaken', `${file}: ${taken.join(', ')} is the name of a server of this house.`, {
    context: { file, taken },
    suggestion: 'Give that server another name.',
  });
}

export const namesOfOthers = ({ servers }: Connections): readonly string[] => Object.keys(servers);
