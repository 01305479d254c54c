/** A real OpenID provider on this machine: `oidc-provider`, with three people and the forms it brings for trying things out. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** Everybody has any password; these are the groups of those who have some. */
const groups: Readonly<Record<string, readonly string[]>> = {
  erin: ['deciders', 'staff'],
  frank: ['visitors'],
  grace: ['staff'],
};

export class IdentityProvider {
  readonly #server: Server = createServer();
  issuer = '';

  async start(redirectUri: string, backTo: string): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.issuer = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: 'quadrivium',
          client_secret: 'a secret between the two of us',
          redirect_uris: [redirectUri],
          post_logout_redirect_uris: [backTo],
        },
      ],
      claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email', 'email_verified'] },
      pkce: { required: () => true },
      cookies: { keys: ['only for tests'] },
      findAccount: (_, id) => ({
        accountId: id,
        claims: () => ({ sub: id, name: `${id[0]?.toUpperCase()}${id.slice(1)}`, groups: groups[id] ?? [] }),
      }),
    });
    this.#server.on('request', provider.callback());
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
