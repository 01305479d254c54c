import type * as z from 'zod';
import type { StdioServerConfig } from '../config/server-config.js';
import { StdioWire } from '../link/wire.js';
import { StdioTransport } from '../stdio/stdio-transport.js';
import type { Channel, ChannelOptions } from './channel.js';

/** A server that failed its handshake has nothing to save. */
const HURRIED_GRACE_MS = 250;

export function stdioChannel(config: z.output<typeof StdioServerConfig>, options: ChannelOptions): Channel {
  const { command, args, cwd } = config;
  return channelOver(
    new StdioTransport({ ...options, command, args, cwd, env: { ...options.env, ...config.env } }),
    options,
  );
}

function channelOver(transport: StdioTransport, options: ChannelOptions): Channel {
  const wire = new StdioWire(transport);
  transport.onrefused = (id, excess) => wire.refuse(id, excess);
  return {
    transport,
    wire,
    evidence: () => ({ ...transport.evidence() }),
    hasShownLife: () => transport.hasSpoken,
    hasSession: () => false,
    again: () => channelOver(transport, options),
    release: (hurry) => transport.close(hurry ? Math.min(HURRIED_GRACE_MS, options.graceMs) : options.graceMs),
  };
}
