import type { LoggingLevel, SubscriptionFilter } from '@modelcontextprotocol/client';
import type { RequestControls } from './config/options.js';
import type { EventHub } from './events.js';
import type { Link } from './link/link.js';
import type { Requester } from './link/requester.js';
import type { Reviver } from './link/reviver.js';

/**
 * What a server was asked to tell us about, kept so that a new link can be asked again. Older servers send changes of
 * lists unasked and the rest on request. Newer ones send them on a stream that the client opens for what it wants to
 * hear, so we keep one open that matches the listeners there are.
 */
export class ChangeFeed {
  readonly #reviver: Reviver;
  readonly #requester: Requester;
  readonly #events: EventHub;
  readonly #uris = new Set<string>();
  #open = '';
  #openOn: Link | undefined;
  #work: Promise<void> = Promise.resolve();

  constructor({ reviver, requester, events }: { reviver: Reviver; requester: Requester; events: EventHub }) {
    this.#reviver = reviver;
    this.#requester = requester;
    this.#events = events;
    events.on('opened', () => this.#restore());
  }

  async subscribe(uri: string, controls?: RequestControls): Promise<void> {
    this.#uris.add(uri);
    const { info } = await this.#reviver.live();
    if (info.era === 'legacy') return this.#ask('resources/subscribe', { uri }, controls);
    this.refresh();
    await this.#work;
  }

  /** In the newer era every request carries the level itself. */
  async setLogLevel(level: LoggingLevel, controls?: RequestControls): Promise<void> {
    this.#requester.logLevel = level;
    const { info } = await this.#reviver.live();
    if (info.era === 'legacy') await this.#ask('logging/setLevel', { level }, controls);
  }

  /** Matches the stream to the listeners; one step at a time, because opening takes a round trip. */
  refresh(): void {
    this.#work = this.#work.then(() => this.#match()).catch((error: Error) => this.#events.emit('report', { error }));
  }

  #restore(): void {
    const level = this.#requester.logLevel;
    const again = async (): Promise<void> => {
      if (this.#reviver.latest?.info.era !== 'legacy') return;
      for (const uri of this.#uris) await this.#ask('resources/subscribe', { uri });
      if (level !== undefined) await this.#ask('logging/setLevel', { level });
    };
    this.#work = this.#work.then(again).catch((error: Error) => this.#events.emit('report', { error }));
    this.refresh();
  }

  async #ask(method: string, params: Record<string, unknown>, controls?: RequestControls): Promise<void> {
    await this.#requester.send({ phase: 'subscribe', method, params }, controls);
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
