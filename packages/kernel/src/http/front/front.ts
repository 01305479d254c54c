/** The HTTP front: one server before any number of endpoints. `requests.ts` says what a request passes, in order. */
import type { AddressInfo } from 'node:net';
import { addressInUrls } from '../address.js';
import { explainingRoutes } from '../explaining-pages.js';
import { type Metrics, openMetrics } from '../metrics.js';
import { countRequests, listen, makeServer, type Socket } from './listening.js';
import { type CloseOptions, defaults, type HttpFrontOptions } from './options.js';
import { openReception, type Reception } from './reception.js';
import { answerRequest } from './requests.js';
import { answerRaw, upgrade } from './upgrades.js';

export interface HttpFront {
  readonly url: string;
  readonly port: number;
  readonly metrics: Metrics;
  /** Takes no more calls; those under way go on. */
  drain(): void;
  /** Stops accepting, lets running calls finish or checkpoint, then closes every connection. */
  close(options?: CloseOptions): Promise<void>;
}

/** Every front shows the pages that its errors lead to. */
export async function openHttpFront(options: HttpFrontOptions): Promise<HttpFront> {
  const routes = { ...explainingRoutes(), ...options.routes };
  const front = new Front({ ...options, routes }, options.metrics ?? (await openMetrics()));
  await front.listen();
  return front;
}

class Front implements HttpFront {
  readonly metrics: Metrics;
  readonly #options: HttpFrontOptions;
  readonly #reception: Reception;
  readonly #socket: Socket;
  #closed: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: HttpFrontOptions, metrics: Metrics) {
    this.#options = options;
    this.metrics = metrics;
    const reception = openReception(options, metrics);
    this.#reception = reception;
    this.#socket = makeServer(options, reception.log);
    const { server } = this.#socket;
    server.on('request', (req, res) => void answerRequest(reception, req, res));
    server.on('upgrade', (req, socket, head) => void upgrade(reception, req, socket, head));
    server.on('clientError', (_error, socket) => answerRaw(socket, 400));
    countRequests(server, metrics);
  }

  listen(): Promise<void> {
    return listen(this.#socket.server, this.#options, this.#reception.log);
  }

  get port(): number {
    return (this.#socket.server.address() as AddressInfo).port;
  }

  get url(): string {
    const { tls, host = defaults.host } = this.#options;
    return `${tls === undefined ? 'http' : 'https'}://${addressInUrls(host)}:${this.port}`;
  }

  drain(): void {
    this.#reception.draining = true;
    this.#closed ??= new Promise<void>((resolve) => this.#socket.server.close(() => resolve()));
  }

  close(options: CloseOptions = {}): Promise<void> {
    this.#closing ??= this.#shutDown(options);
    return this.#closing;
  }

  async #shutDown({ graceMs = defaults.graceMs, checkpointMs = defaults.checkpointMs }: CloseOptions): Promise<void> {
    this.drain();
    this.#reception.lines.close();
    const { server, stopLooking } = this.#socket;
    stopLooking();
    const endpoints = [...new Set(Object.values(this.#options.routes))];
    const finished = await Promise.all(endpoints.map((endpoint) => endpoint.settled(graceMs)));
    await Promise.all(endpoints.map((endpoint) => endpoint.close()));
    if (!finished.every(Boolean)) await Promise.all(endpoints.map((endpoint) => endpoint.settled(checkpointMs)));
    // What is still being written gets a moment; then nobody may keep the process alive.
    const hurry = setTimeout(() => server.closeAllConnections(), 250);
    server.closeIdleConnections();
    await this.#closed;
    clearTimeout(hurry);
  }
}
