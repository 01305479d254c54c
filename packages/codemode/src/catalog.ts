import type { GuestCatalog, GuestTool } from './execution/executor.js';
import { codeModeFault, type Fault } from './faults.js';
import { identifierOf } from './identifiers.js';
import type { HostTool } from './tools/host-tool.js';
import { typeNames } from './type-names.js';

export const CODE_TOOL = 'execute_typescript';

/** A tool and its place in a program: `tools.<server>.<name>`. */
export interface CatalogEntry {
  /** `server.name`, both as identifiers; unique. */
  readonly path: string;
  readonly server: string;
  readonly name: string;
  /** `ReadFile` for read_file: its types are `ReadFileInput` and `ReadFileOutput`. Unique. */
  readonly type: string;
  readonly tool: HostTool;
}

export interface Catalog {
  /** Servers in the order of the configuration, the tools of each by name: the same tools give the same text. */
  readonly entries: readonly CatalogEntry[];
  readonly byPath: ReadonlyMap<string, CatalogEntry>;
  /** Names that only one tool and no server has, so that `tools.<name>` is clear. */
  readonly flat: ReadonlyMap<string, CatalogEntry>;
}

/** Refuses names that a program could not tell apart. */
export function catalogOf(tools: readonly HostTool[]): Catalog {
  const servers = [...new Set(tools.map(({ server }) => server))];
  refuseServerClash(servers);
  const sorted = servers.flatMap((server) => byName(tools.filter((tool) => tool.server === server)));
  const types = typeNames(sorted);
  const entries = sorted.map((tool, index) => entryFor(tool, types[index] ?? 'Tool'));
  const byPath = new Map<string, CatalogEntry>();
  for (const entry of entries) {
    const other = byPath.get(entry.path);
    if (other !== undefined) throw toolClash(other, entry);
    byPath.set(entry.path, entry);
  }
  return { entries, byPath, flat: flatNames(entries) };
}

function byName(tools: readonly HostTool[]): HostTool[] {
  return [...tools].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function entryFor(tool: HostTool, type: string): CatalogEntry {
  const server = identifierOf(tool.server);
  const name = identifierOf(tool.name);
  return { path: `${server}.${name}`, server, name, type, tool };
}

function flatNames(entries: readonly CatalogEntry[]): Map<string, CatalogEntry> {
  const servers = new Set(entries.map(({ server }) => server));
  const owners = new Map<string, CatalogEntry[]>();
  for (const entry of entries) owners.set(entry.name, [...(owners.get(entry.name) ?? []), entry]);
  const flat = new Map<string, CatalogEntry>();
  for (const [name, [first, second]] of owners) {
    if (first !== undefined && second === undefined && !servers.has(name)) flat.set(name, first);
  }
  return flat;
}

/** The catalog as the sandbox gets it: names only. */
export function guestCatalogOf({ entries, flat }: Catalog): GuestCatalog {
  const servers: Record<string, Record<string, GuestTool>> = Object.create(null);
  for (const entry of entries) {
    servers[entry.server] ??= Object.create(null) as Record<string, GuestTool>;
    (servers[entry.server] as Record<string, GuestTool>)[entry.name] = guestTool(entry);
  }
  const named: Record<string, GuestTool> = Object.create(null);
  for (const [name, entry] of flat) named[name] = guestTool(entry);
  return { servers, flat: named };
}

function guestTool({ path, name, tool }: CatalogEntry): GuestTool {
  const guest = { id: path, server: tool.server, tool: tool.name };
  return name === tool.name ? guest : { ...guest, alias: tool.name };
}

function refuseServerClash(servers: readonly string[]): void {
  const owner = new Map<string, string>();
  for (const server of servers) {
    const identifier = identifierOf(server);
    const other = owner.get(identifier);
    if (other !== undefined) {
      throw codeModeFault(
        'ConfigInvalid',
        `In code mode the servers "${other}" and "${server}" would both be tools.${identifier}.`,
        {
          context: { servers: [other, server], identifier },
          suggestion: 'Rename one of them in mcpServers.',
        },
      );
    }
    owner.set(identifier, server);
  }
}

function toolClash(a: CatalogEntry, b: CatalogEntry): Fault {
  const names = `"${a.tool.name}" and "${b.tool.name}" of server "${a.tool.server}"`;
  return codeModeFault('ConfigInvalid', `In code mode the tools ${names} would both be tools.${a.path}.`, {
    context: { server: a.tool.server, tools: [a.tool.name, b.tool.name], identifier: a.path },
    suggestion: 'Put one of them into codeMode.excludedTools or into disabledTools of the server.',
  });
}

export function refuseReservedName(tools: readonly HostTool[]): void {
  const taken = tools.find(({ name, providerName }) => name === CODE_TOOL || providerName === CODE_TOOL);
  if (taken === undefined) return;
  throw codeModeFault(
    'ConfigInvalid',
    `Server "${taken.server}" has a tool named ${CODE_TOOL}, which code mode needs itself.`,
    {
      context: { server: taken.server, tool: taken.name },
      suggestion: `Put ${taken.name} into disabledTools of the server, or switch codeMode off.`,
    },
  );
}
