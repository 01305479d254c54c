import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { anyArguments, onSwitch, textValue } from '@quadrivium/kernel/shell';
import { parseDuration } from '../../config/duration.js';
import type { LoadedConfig } from '../../config/load.js';
import type { ServerConfig } from '../../config/schema.js';
import { cpeFault } from '../../faults.js';
import { connectConfig, connectOptions } from '../../host/connect-config.js';
import { connectServer } from '../../host/connect-server.js';
import { unknownServer } from '../../host/host.js';
import { askKeeper, fingerprintOf, keeperAddress } from '../../host/kept-server.js';
import { Keeper, type KeptServer } from '../../keep/keeper.js';
import type { CliWorld } from '../cli-world.js';
import { type CliCommand, type CommandContext, type Outcome, textOption } from '../command.js';
import { loadServers } from '../with-host.js';

const LOOK_MS = 50;

export const keep: CliCommand = {
  name: 'mcp keep',
  description: 'Keep the servers of a configuration running, so that the next commands find them warm',
  arguments: { servers: anyArguments('only these servers; all that are processes when left out') },
  options: {
    background: onSwitch('background', 'return as soon as they are kept; ends with --stop or when idle'),
    idle: textValue('idle', 'end when no command came for so long', 'duration', '30m'),
    status: onSwitch('status', 'say which servers are kept'),
    stop: onSwitch('stop', 'end those that are kept'),
  },
  service: true,

  async run(context) {
    const { options, world } = context;
    const loaded = loadServers(world, options.config, { needed: wished(context) });
    const address = keeperAddress(world, loaded.path);
    if (options.status === true || options.stop === true) return ask(address, options.stop === true);
    if (options.background === true) return inBackground(address, context);
    return keepHere(context, loaded, address);
  },
};

async function keepHere({ world, options, args }: CommandContext, loaded: LoadedConfig, address: string) {
  const servers = await keptServers(loaded, wished({ args }), (name, text) => world.err(`[${name}] ${text}`));
  const keeper = new Keeper({ address, servers, idleMs: idleOf(textOption(options, 'idle') ?? '30m') });
  await keeper.listen();
  world.err(`keeping ${servers.map(({ name }) => name).join(', ')}; end with Ctrl-C or cpe mcp keep --stop\n`);
  const stop = (): void => void keeper.close();
  world.signal.addEventListener('abort', stop, { once: true });
  if (world.signal.aborted) stop();
  await warm(loaded, servers, address, world);
  await keeper.ended;
  return undefined;
}

/** A first visit, so that starting and greeting are over when a command comes. One that fails then fails there, with its reason. */
async function warm({ config }: LoadedConfig, kept: readonly KeptServer[], keeper: string, { err, signal }: CliWorld) {
  const visits = kept.map(async ({ name }) => {
    const connection = await connectServer(name, config.mcpServers[name] as ServerConfig, { keeper, signal });
    await connection.close();
  });
  for (const visit of await Promise.allSettled(visits))
    if (visit.status === 'rejected' && !signal.aborted) err(`WARN ${(visit.reason as Error).message}\n`);
}

async function keptServers(
  { config }: LoadedConfig,
  only: readonly string[] | undefined,
  onStderr: (server: string, text: string) => void,
): Promise<KeptServer[]> {
  const unknown = only?.find((name) => !Object.hasOwn(config.mcpServers, name));
  if (unknown !== undefined) throw unknownServer(unknown, Object.keys(config.mcpServers));
  const { SharedServer } = await import('@quadrivium/kernel/client');
  const chosen = Object.entries(config.mcpServers).filter(
    ([name, { type }]) => type === 'stdio' && (only?.includes(name) ?? true),
  );
  if (chosen.length === 0)
    throw cpeFault('Usage', 'There is nothing to keep: only servers that are processes are kept.');
  return chosen.map(([name, server]) => ({
    name,
    fingerprint: fingerprintOf(server, process.cwd()),
    shared: new SharedServer(connectConfig(server), {
      ...connectOptions(name, server),
      onStderr: (text) => onStderr(name, text),
    }),
  }));
}

/** The same command once more, on its own; what it says before it is ready is said here. */
async function inBackground(address: string, { world, options, args }: CommandContext): Promise<Outcome> {
  const words = ['mcp', 'keep', ...args.flatMap((word) => word ?? []), '--idle', textOption(options, 'idle') ?? '30m'];
  const config = options.config === undefined ? [] : ['--config', options.config];
  const [program] = process.argv.slice(1);
  const child = spawn(process.execPath, [...process.execArgv, program as string, ...words, ...config], {
    cwd: world.cwd,
    env: world.env,
    detached: true,
    stdio: 'ignore',
  });
  const ended = new Promise<'ended'>((resolve) => void child.once('exit', () => resolve('ended')));
  for (;;) {
    const kept = await status(address);
    if (kept !== undefined && kept.pid === child.pid) break;
    if ((await Promise.race([ended, sleep(LOOK_MS, undefined, { signal: world.signal })])) === 'ended')
      throw cpeFault('Usage', 'The servers could not be kept.', { suggestion: 'cpe mcp keep says why.' });
  }
  child.unref();
  return { text: `kept by process ${child.pid}\n`, value: { pid: child.pid } };
}

async function ask(address: string, stop: boolean): Promise<Outcome> {
  const kept = await status(address, stop ? 'stop' : 'status');
  if (kept === undefined) return { text: 'No servers are kept.\n', value: { kept: false } };
  const lines = (kept.servers as readonly { name: string; pid?: number }[]).map(
    ({ name, pid }) => `- ${name}: ${pid === undefined ? 'starts with the first command' : `process ${pid}`}\n`,
  );
  const head = `${stop ? 'Ended' : 'Kept'} by process ${kept.pid}, for ${kept.seconds} s, used ${kept.joins} times:\n`;
  return { text: head + lines.join(''), value: { kept: !stop, ...kept } };
}

async function status(address: string, question: 'status' | 'stop' = 'status') {
  const asked = await askKeeper(address, { ask: question });
  asked?.socket.destroy();
  return asked?.answer;
}

function wished({ args }: Pick<CommandContext, 'args'>): readonly string[] | undefined {
  const names = args.filter((word) => word !== undefined);
  return names.length === 0 ? undefined : names;
}

function idleOf(text: string): number {
  const idle = parseDuration(text);
  if (idle !== undefined && idle > 0) return idle;
  throw cpeFault('Usage', `${JSON.stringify(text)} is no duration.`, { suggestion: 'Say it like 90s, 30m or 2h.' });
}
