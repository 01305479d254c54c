/**
 * `cpe acp`: the agent in editors that speak the Agent Client Protocol. Standard output belongs to the protocol, everything else
 * goes to standard error. A session is what `cpe chat` is in a terminal: servers that stay connected, one conversation.
 */
import { Readable, Writable } from 'node:stream';
import type { CliCommand, CommandContext } from '../command.js';
import { promptOptions } from '../prompt-options.js';

const { model, keepGoing, frozen, timeout, maxSteps } = promptOptions;

export const acp: CliCommand = {
  name: 'acp',
  description: 'Be the agent of an editor that speaks the Agent Client Protocol, over stdio',
  options: { model, keepGoing, frozen, timeout, maxSteps },
  service: true,
  async run(context: CommandContext) {
    const [{ ndJsonStream }, { agentFor }] = await Promise.all([
      import('@agentclientprotocol/sdk'),
      import('./acp-agent.js'),
    ]);
    const { app, close } = agentFor(context);
    const output = Writable.toWeb(process.stdout) as WritableStream<Uint8Array>;
    const input = Readable.toWeb(process.stdin) as unknown as ReadableStream<Uint8Array>;
    const connection = app.connect(ndJsonStream(output, input));
    const stop = (): void => connection.close();
    context.world.signal.addEventListener('abort', stop, { once: true });
    try {
      await connection.closed;
    } finally {
      await close();
    }
    return undefined;
  },
};
