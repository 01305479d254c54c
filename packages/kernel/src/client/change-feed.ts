import type { SubscriptionFilter } from '@modelcontextprotocol/client';
import type { EventHub } from './events.js';
import type { Link } from './link.js';
import type { Reviver } from './reviver.js';

/**
 * Older servers send change notifications unasked. Newer ones send them on a stream that the client opens for what it
 * wants to hear, so we keep one open that matches the listeners there are, and open it anew on a new link.
 */
export class ChangeFeed {
  readonly #reviver: Reviver;
  readonly #events: EventHub;
  readonly #uris = new Set<string>();
  #open = '';
  #openOn: Link | undefined;
  #work: Promise<void> = Promise.resolve();

  constructor({ reviver, events }: { readonly reviver: Reviver; readonly events: EventHub }) {
    this.#reviver = reviver;
    this.#events = events;
  }

  async add(uri: string): Promise<void> {
    this.#uris.add(uri);
    await this.#reviver.live();
    this.refresh();
    await this.#work;
  }

  /** Matches the stream to the listeners; one step at a time, because opening takes a round trip. */
  refresh(): void {
    this.#work = this.#work.then(() => this.#match()).catch((error: Error) => this.#events.emit('report', { error }));
  }

  async #match(): Promise<void> {
    const link = this.#reviver.latest;
    if (link === undefined || link.channel.wire.closed || link.info.era !== 'modern') return;
    const filter = this.#filter(link);
    const wanted = JSON.stringify(filter);
    if (wanted === this.#open && link === this.#openOn) return;
    await link.subscription?.close();
    link.subscription = wanted === '{}' ? undefined : await link.client.listen(filter);
    this.#open = wanted;
    this.#openOn = link;
  }

  #filter({ info: { capabilities } }: Link): SubscriptionFilter {
    const { tools, resources, prompts } = capabilities;
    return {
      ...(tools?.listChanged && this.#events.has('toolsChanged') ? { toolsListChanged: true } : {}),
      ...(resources?.listChanged && this.#events.has('resourcesChanged') ? { resourcesListChanged: true } : {}),
      ...(prompts?.listChanged && this.#events.has('promptsChanged') ? { promptsListChanged: true } : {}),
      ...(this.#uris.size > 0 ? { resourceSubscriptions: [...this.#uris] } : {}),
    };
  }
}
