import { resolve } from 'node:path';
import type { AuditHook } from '@quadrivium/kernel';
import { onSwitch, plainLine, plainText, textValue } from '@quadrivium/kernel/shell';
import { machineWorld } from '../agent/agent-world.js';
import { lineageOf } from '../agent/subagent/lineage.js';
import type { SubagentSetup } from '../agent/subagent/subagent-run.js';
import { loadConfig } from '../config/load.js';
import { cpeFault } from '../faults.js';
import { userToolCache } from '../host/cache/tool-cache.js';
import { type CliCommand, type CommandContext, type CommandOptions, textOption } from './command.js';
import { frozen } from './frozen-option.js';
import { loginsOf } from './logins.js';
import { MAX_STEPS, model } from './prompt-options.js';
import { StderrLines } from './stderr-lines.js';

/** `cpe mcp serve`: stdout belongs to the protocol, everything else goes to stderr. */
export const serve: CliCommand = {
  name: 'mcp serve',
  description: 'Offer the subagent of a configuration as an MCP server with one tool, over stdio',
  options: {
    model,
    strictEvents: onSwitch('strict-events', 'fail when events cannot be delivered, instead of warning'),
    frozen,
    auditLog: textValue('audit-log', 'file in which every call leaves a line', 'path', 'off'),
  },
  service: true,
  async run(context) {
    const setup = setupOf(context);
    const [{ createRuntime, serveStdio }, { subagentServer }] = await Promise.all([
      import('@quadrivium/kernel'),
      import('../agent/subagent/subagent-server.js'),
    ]);
    const audit = await auditOf(context, setup);
    const clock = () => setup.world.now().getTime();
    const service = serveStdio(createRuntime(await subagentServer(setup), { audit, clock }));
    const stop = (): void => void service.close();
    context.world.signal.addEventListener('abort', stop, { once: true });
    await service.closed;
    return undefined;
  },
};

/** Where calls leave their line. Who is started by another cpe leaves the remark to it: the parent's trace has every call. */
async function auditOf({ world: cli, options }: CommandContext, { lineage }: SubagentSetup): Promise<AuditHook> {
  const { noAudit, openAuditFile } = await import('@quadrivium/kernel');
  const path = textOption(options, 'auditLog');
  if (path !== undefined) return openAuditFile(resolve(cli.cwd, path));
  if (lineage.depth === 0) cli.err('calls leave no record; --audit-log <path> keeps one\n');
  return noAudit;
}

/** A parent starts subagents from its own folder, so looking around for a configuration would find the parent's. */
function setupOf({ world: cli, options }: CommandContext): SubagentSetup {
  if (options.config === undefined)
    throw cpeFault('Usage', 'cpe mcp serve needs --config with the configuration of the subagent.');
  const loaded = loadConfig(cli, options.config);
  const { subagent, defaults } = loaded.config;
  if (subagent === undefined) {
    throw cpeFault('ConfigInvalid', `${loaded.path} configures no subagent.`, {
      suggestion: 'Add subagent with a name and a description.',
    });
  }
  const world = machineWorld(cli);
  const stderr = new StderrLines((line) => cli.err(plainText(line)));
  return {
    loaded,
    subagent,
    world,
    lineage: lineageOf(world.env),
    maxSteps: MAX_STEPS,
    eventFailure: options.strictEvents === true ? 'abort' : defaults.eventFailure,
    warn: (warning) => cli.err(`WARN ${subagent.name}: ${plainLine(warning)}\n`),
    onStderr: (server, text) => stderr.push(server, text),
    logins: loginsOf(cli),
    cache: userToolCache(cli),
    wishes: { ...modelWish(options), frozen: options.frozen === true },
  };
}

function modelWish(options: CommandOptions): { model?: string } {
  const wish = textOption(options, 'model');
  return wish === undefined ? {} : { model: wish };
}
