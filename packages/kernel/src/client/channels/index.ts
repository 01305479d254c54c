import type { ServerConfig } from '../config/server-config.js';
import type { Channel, ChannelOptions } from './channel.js';
import { httpChannel } from './http-channel.js';
import { pipeChannel } from './pipe-channel.js';
import { sseChannel } from './sse-channel.js';
import { stdioChannel } from './stdio-channel.js';

export type { Channel, ChannelOptions } from './channel.js';

export function openChannel(config: ServerConfig, options: ChannelOptions): Channel {
  switch (config.type) {
    case 'stdio':
      return options.pipe === undefined ? stdioChannel(config, options) : pipeChannel(options.pipe, options);
    case 'http':
      return httpChannel(config, options);
    case 'sse':
      return sseChannel(config, options);
  }
}
