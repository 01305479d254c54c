import { performance } from 'node:perf_hooks';
import type { FormCosts } from '@quadrivium/codemode';
import { anyArguments } from '@quadrivium/kernel/shell';
import type { LoadedConfig } from '../../config/load.js';
import { cpeFault, type Fault } from '../../faults.js';
import { userToolCache } from '../../host/cache/tool-cache.js';
import type { ConnectedHost } from '../../host/host.js';
import { openHost } from '../../host/open-host.js';
import type { HostTool, JsonObject } from '../../host/tool-host.js';
import type { CliWorld } from '../cli-world.js';
import type { CliCommand } from '../command.js';
import { exitCodeOf } from '../exit-codes.js';
import { loginsOf } from '../logins.js';
import { loadServers } from '../with-host.js';
import { type Examination, examinationLines, examinationRecord } from './doctor-report.js';

export const doctor: CliCommand = {
  name: 'mcp doctor',
  description: 'Examine every server: connection, times, oddities, names and what its tools cost',
  arguments: { servers: anyArguments('only these') },

  async run({ world, args, options }) {
    const loaded = loadServers(world, options.config, { needed: [] });
    const names = args.filter((name) => name !== undefined);
    const wanted = names.length > 0 ? names : Object.keys(loaded.written);
    const examined = await Promise.all(wanted.map((name) => examine(loaded, name, world)));
    const working = examined.filter(({ fault }) => fault === undefined).length;
    const closing = `${working} of ${examined.length} servers work.\n`;
    return {
      text: `${examined.map((each) => `${examinationLines(each).join('\n')}\n`).join('\n')}\n${closing}`,
      value: { working, servers: examined.map(examinationRecord) },
      exitCode: Math.max(0, ...examined.map(({ fault }) => (fault === undefined ? 0 : exitCodeOf(fault)))),
    };
  },
};

/** Each server gets a host of its own, so that one cannot hide the trouble of another. */
async function examine(loaded: LoadedConfig, name: string, world: CliWorld): Promise<Examination> {
  const started = performance.now();
  try {
    const reason = loaded.skipped.get(name);
    if (reason !== undefined) throw cpeFault('ConfigInvalid', reason);
    const host = await openHost(loaded, {
      only: [name],
      signal: world.signal,
      logins: loginsOf(world),
      cache: userToolCache(world),
      discover: false,
    });
    try {
      await host.session(name)?.open();
      return await examineOpen(host, name, performance.now() - started);
    } finally {
      await host.close();
    }
  } catch (error) {
    return { name, fault: error as Fault, warnings: [] };
  }
}

async function examineOpen(host: ConnectedHost, name: string, connectMs: number): Promise<Examination> {
  const started = performance.now();
  const rememberedAt = host.session(name)?.rememberedAt;
  await host.discover();
  await host.settle(name);
  const listMs = performance.now() - started;
  const session = host.session(name);
  if (session === undefined) throw host.servers()[0]?.failure;
  const { failure, info, filter } = session.status;
  if (failure !== undefined) throw failure;
  const tools = host.everyTool();
  const renamed = tools.filter((tool) => tool.providerName !== tool.name);
  const warnings = [...host.warnings, ...(await schemaWarnings(tools))];
  const remembered = rememberedAt === undefined ? {} : { rememberedAt };
  return { name, connectMs, listMs, info, filter, ...remembered, warnings, renamed, costs: await costsOf(tools) };
}

/** Tools that code mode could not tell apart have no cost there; what is wrong is told when code mode is used. */
async function costsOf(tools: readonly HostTool[]): Promise<FormCosts | undefined> {
  const { describeCosts } = await import('@quadrivium/codemode');
  try {
    return (await describeCosts(tools)).total;
  } catch {
    return undefined;
  }
}

async function schemaWarnings(tools: readonly HostTool[]): Promise<string[]> {
  const { schemaCheck } = await import('@quadrivium/kernel/untrusted');
  const problemOf = async (what: string, schema: JsonObject | undefined): Promise<string[]> => {
    if (schema === undefined) return [];
    const { unusable } = await schemaCheck(schema)({});
    return unusable === undefined ? [] : [`the ${what} cannot be used: ${unusable}`];
  };
  const warnings: string[] = [];
  for (const { name, inputSchema, outputSchema } of tools) {
    warnings.push(...(await problemOf(`input schema of tool ${name}`, inputSchema)));
    warnings.push(...(await problemOf(`output schema of tool ${name}`, outputSchema)));
  }
  return warnings;
}
