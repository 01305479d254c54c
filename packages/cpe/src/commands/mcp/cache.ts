import { anyArguments, onSwitch } from '@quadrivium/kernel/shell';
import type { LoadedConfig } from '../../config/load.js';
import type { ServerConfig } from '../../config/schema.js';
import { cpeFault } from '../../faults.js';
import { cacheKey } from '../../host/cache/cache-key.js';
import { userToolCache } from '../../host/cache/tool-cache.js';
import { unknownServer } from '../../host/host.js';
import { isLazy } from '../../host/server-access.js';
import type { CliCommand, CommandContext, Outcome } from '../command.js';
import { refresh } from '../frozen-option.js';
import { loadServers, warningLine, withHost } from '../with-host.js';

/** `cpe mcp cache`: what is remembered of lazy servers, so that they need not be started to be known. */
export const cache: CliCommand = {
  name: 'mcp cache',
  description: 'Show what is remembered of lazy servers, renew it or forget it',
  arguments: { servers: anyArguments('only these; all lazy servers when left out') },
  options: { refresh, clear: onSwitch('clear', 'forget them; without names, every server that is remembered') },

  async run(context) {
    const { options } = context;
    if (options.clear === true && options.refresh === true)
      throw cpeFault('Usage', 'Use --clear or --refresh, not both.');
    const names = context.args.filter((name) => name !== undefined);
    if (options.clear === true) return names.length === 0 ? forgetAll(context) : forget(context, names);
    const loaded = loadServers(context.world, options.config, { needed: names });
    const lazy = lazyServers(loaded, names);
    if (options.refresh !== true || lazy.size === 0) return shown(context, lazy);
    const only = [...lazy.keys()];
    return withHost(context, { only, keepGoing: true }, async () => shown(context, lazy), loaded);
  },
};

type LazyServers = ReadonlyMap<string, ServerConfig>;

/** Servers that are named must be lazy; otherwise those that are. */
function lazyServers({ config }: LoadedConfig, names: readonly string[]): LazyServers {
  const known = Object.keys(config.mcpServers);
  const lazy = new Map(Object.entries(config.mcpServers).filter(([, server]) => isLazy(server, config)));
  for (const name of names) {
    if (!known.includes(name)) throw unknownServer(name, known);
    if (!lazy.has(name))
      throw cpeFault('Usage', `${name} is not lazy, so nothing is remembered of it.`, {
        suggestion: `Say lazy: true under mcpServers.${name}, or under defaults.`,
      });
  }
  return names.length === 0 ? lazy : new Map([...lazy].filter(([name]) => names.includes(name)));
}

function shown({ world }: CommandContext, lazy: LazyServers): Outcome {
  const store = userToolCache(world);
  const servers = [...lazy].map(([name, server]) => {
    const warn = (reason: string): void => world.err(warningLine(`server '${name}': ${reason}`));
    const entry = store.read(cacheKey(server, process.cwd()), warn);
    return { name, ...(entry === undefined ? {} : { savedAt: entry.savedAt, tools: entry.tools.length }) };
  });
  const lines = servers.map(({ name, savedAt, tools }) =>
    savedAt === undefined
      ? `- ${name}: nothing; it is asked when it is next used`
      : `- ${name}: ${tools} tools, of ${savedAt}`,
  );
  const text = lines.length === 0 ? 'No server is lazy.\n' : `Remembered:\n${lines.join('\n')}\n`;
  return { text, value: { servers } };
}

function forget({ world, options }: CommandContext, names: readonly string[]): Outcome {
  const loaded = loadServers(world, options.config, { needed: names });
  const store = userToolCache(world);
  const named = [...lazyServers(loaded, names)];
  const forgotten = named.flatMap(([name, server]) => (store.remove(cacheKey(server, process.cwd())) ? [name] : []));
  return { text: `Forgotten: ${forgotten.join(', ') || 'nothing'}\n`, value: { forgotten } };
}

function forgetAll({ world }: CommandContext): Outcome {
  const store = userToolCache(world);
  const count = store.keys().filter((key) => store.remove(key)).length;
  return { text: `Forgotten: ${count} servers\n`, value: { count } };
}
