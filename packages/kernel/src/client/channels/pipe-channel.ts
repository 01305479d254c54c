import type { Duplex } from 'node:stream';
import { StdioWire } from '../link/wire.js';
import { PipeTransport } from '../sharing/pipe-transport.js';
import type { Channel, ChannelOptions } from './channel.js';

/** A server that runs already, behind a stream which speaks what its stdin and stdout would. */
export function pipeChannel(open: () => Promise<Duplex>, options: ChannelOptions): Channel {
  return channelOver(new PipeTransport(open, options.maxMessageBytes), options);
}

function channelOver(transport: PipeTransport, options: ChannelOptions): Channel {
  const wire = new StdioWire(transport);
  transport.onrefused = (id, excess) => wire.refuse(id, excess);
  return {
    transport,
    wire,
    evidence: () => ({}),
    hasShownLife: () => true,
    hasSession: () => false,
    again: () => channelOver(transport, options),
    release: () => transport.close(),
  };
}
