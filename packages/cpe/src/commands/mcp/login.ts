import { newSecret } from '@quadrivium/kernel/essentials';
import { argument } from '@quadrivium/kernel/shell';
import { cpeFault } from '../../faults.js';
import { clientOf, connectServer } from '../../host/connect-server.js';
import { openCallbackServer } from '../../host/login/callback-server.js';
import { StoredLogin } from '../../host/login/stored-login.js';
import type { CliCommand, CommandContext } from '../command.js';
import { loginsOf } from '../logins.js';
import { loadServers } from '../with-host.js';

export const login: CliCommand = {
  name: 'mcp login',
  description: 'Log in to a server over HTTP that wants authorization (OAuth)',
  arguments: { server: argument('its name in the configuration') },

  async run(context) {
    const { world } = context;
    const { name, server, url } = remoteServer(context);
    const state = newSecret(16);
    const callback = await openCallbackServer(state);
    let asked = false;
    const authProvider = new StoredLogin({
      store: loginsOf(world),
      url,
      state,
      redirectUrl: callback.redirectUrl,
      scope: server.oauth?.scope,
      client: clientOf(server),
      onAddress: (address) => {
        asked = true;
        world.err(`Open this address in a browser and log in:\n${address.href}\n`);
      },
    });
    try {
      const { signal } = world;
      const authorizationCallback = () => callback.query(signal);
      const connection = await connectServer(name, server, { signal, authProvider, authorizationCallback });
      await connection.close();
    } finally {
      callback.close();
    }
    const text = asked ? `Logged in to server: ${name}\n` : `${name} lets you in without a login.\n`;
    return { text, value: { server: name, loggedIn: asked } };
  },
};

export const logout: CliCommand = {
  name: 'mcp logout',
  description: 'Forget the login to a server',
  arguments: { server: argument('its name in the configuration') },

  async run(context) {
    const { name, url } = remoteServer(context);
    const removed = loginsOf(context.world).remove(url);
    const text = removed ? `Logged out of server: ${name}\n` : `There was no login to ${name}.\n`;
    return { text, value: { server: name, loggedOut: removed } };
  },
};

function remoteServer({ world, options, args: [name = ''] }: CommandContext) {
  const { config } = loadServers(world, options.config, { needed: [name] });
  const server = Object.hasOwn(config.mcpServers, name) ? config.mcpServers[name] : undefined;
  if (server === undefined) {
    throw cpeFault('UnknownServer', `There is no server called ${JSON.stringify(name)}.`, {
      context: { server: name },
      suggestion: `Servers: ${Object.keys(config.mcpServers).join(', ')}.`,
    });
  }
  if (server.url === undefined) throw cpeFault('Usage', `${name} is a process; only servers over HTTP have logins.`);
  return { name, server, url: server.url };
}
