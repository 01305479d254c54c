import { join } from 'node:path';
import { plainText } from '@quadrivium/kernel/shell';
import { type AgentSession, openSession, type SessionWishes } from '../agent/agent-session.js';
import type { AgentWorld } from '../agent/agent-world.js';
import { oneLine } from '../agent/one-line.js';
import { childEnvironment, lineageOf } from '../agent/subagent/lineage.js';
import { UsageMeter } from '../agent/usage/usage-meter.js';
import { userFolder } from '../config/discover.js';
import { type LoadedConfig, loadConfig } from '../config/load.js';
import { userToolCache } from '../host/cache/tool-cache.js';
import { ServerLog } from '../host/server-log.js';
import type { CommandContext } from './command.js';
import { watchEvents } from './event-watch.js';
import { loginsOf } from './logins.js';
import { wishesOf } from './prompt-options.js';
import { StderrLines } from './stderr-lines.js';
import { warningLine } from './with-host.js';

/** Opens a model with all servers as the options wish, and closes it whatever happens. */
export async function withSession<Value>(
  { world: cli, options }: CommandContext,
  world: AgentWorld,
  wishes: Pick<SessionWishes, 'guard' | 'approval' | 'person' | 'goesOn' | 'onNotice'>,
  work: (session: AgentSession, meter: UsageMeter) => Promise<Value>,
  loaded: LoadedConfig = loadConfig(cli, options.config),
): Promise<Value> {
  const stderr = new StderrLines((line) => cli.err(plainText(line)));
  const meter = new UsageMeter();
  const notice = (words: string): void => {
    cli.err(`note: ${plainText(words)}\n`);
    wishes.onNotice?.(words);
  };
  const warning = (words: string): void => {
    cli.err(warningLine(words));
    wishes.onNotice?.(words);
  };
  const events = await watchEvents(cli, options, meter.subagent);
  try {
    const session = await openSession(loaded, world, {
      ...wishesOf(options),
      ...wishes,
      programsIn: cli.cwd,
      skillFolders: [join(cli.cwd, '.cpe', 'skills'), join(userFolder(cli), 'skills')],
      onNotice: notice,
      host: {
        eventAddress: events.address,
        logins: loginsOf(cli),
        cache: userToolCache(cli),
        // Whether a tool only reads is what a preview depends on, so nothing of that may be out of date.
        ask: wishes.guard !== undefined,
        env: childEnvironment(world.env, lineageOf(world.env)),
        keepGoing: options.keepGoing === true,
        onWarning: warning,
        onLog: new ServerLog((line) => notice(oneLine(line))).heard,
        onStderr: (server, text) => stderr.push(server, text),
      },
    });
    return await work(session, meter).finally(() => session.close());
  } finally {
    stderr.flush();
    await events.close();
  }
}
