import type { Catalog } from '../catalog.js';
import { catalogOfServer, formOf, jsonDefinitions, LEVELS, type Level, serversOf } from './forms.js';
import { countTokens } from './tokens.js';

/** A form of one server that is worth its tokens. */
interface Rung {
  readonly level: Level;
  readonly tokens: number;
}

/**
 * How much is told about each server: the most that fits the budget together. The dearest server steps down first, so
 * that one with a hundred tools does not cost the others their types. No form is used that costs more than the
 * definitions of ordinary tools would, except names, below which there is nothing.
 */
export async function levelsWithin(catalog: Catalog, budget: number): Promise<ReadonlyMap<string, Level>> {
  const servers = serversOf(catalog);
  if (budget <= 0) return new Map(servers.map((server) => [server, 'names']));
  const ladders = new Map<string, Rung[]>();
  for (const server of servers) ladders.set(server, await ladderOf(catalogOfServer(catalog, server)));
  for (let dearest = next(ladders, budget); dearest !== undefined; dearest = next(ladders, budget)) dearest.shift();
  return new Map([...ladders].map(([server, [top]]) => [server, top?.level ?? 'names']));
}

async function ladderOf(catalog: Catalog): Promise<Rung[]> {
  const most = await countTokens(jsonDefinitions(catalog.entries.map(({ tool }) => tool)));
  const rungs: Rung[] = [];
  for (const level of LEVELS) {
    const tokens = await countTokens(formOf(catalog, level));
    if (tokens <= most || level === 'names') rungs.push({ level, tokens });
  }
  return rungs;
}

/** The server that has to tell less; undefined when all is well or nothing can be done. */
function next(ladders: ReadonlyMap<string, Rung[]>, budget: number): Rung[] | undefined {
  const costOf = ([top]: readonly Rung[]): number => top?.tokens ?? 0;
  const all = [...ladders.values()];
  if (all.reduce((sum, ladder) => sum + costOf(ladder), 0) <= budget) return undefined;
  return all.filter(({ length }) => length > 1).sort((a, b) => costOf(b) - costOf(a))[0];
}
