import type { Connection } from '@quadrivium/kernel/client';

/** Resources whose changes are told. A server may say the same very often; it is told once until somebody has heard it. */
export class WatchedResources {
  readonly #tell: (news: string) => void;
  readonly #uris = new Map<string, Set<string>>();

  constructor(tell: (news: string) => void) {
    this.#tell = tell;
  }

  list(): readonly { readonly server: string; readonly uri: string }[] {
    return [...this.#uris].flatMap(([server, uris]) => [...uris].map((uri) => ({ server, uri })));
  }

  async watch(server: string, uri: string, connection: Connection, signal?: AbortSignal): Promise<void> {
    const known = this.#uris.get(server);
    const uris = known ?? new Set<string>();
    if (known === undefined) {
      this.#uris.set(server, uris);
      connection.on('resourceUpdated', (news) => this.#heard(server, uris, news.uri));
    }
    await connection.subscribeResource(uri, signal === undefined ? {} : { signal });
    uris.add(uri);
  }

  /** A server tells the address of what changed, which may lie below the one that was asked for. */
  #heard(server: string, uris: ReadonlySet<string>, uri: string): void {
    if ([...uris].some((watched) => uri === watched || uri.startsWith(`${watched}/`)))
      this.#tell(`the resource ${uri} of ${server} has changed`);
  }
}
