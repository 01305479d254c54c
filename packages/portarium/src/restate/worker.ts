import { createServer, type Http2Server, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import './promise-with-resolvers.js';
import { createEndpointHandler } from '@restatedev/restate-sdk';
import { carryRun, type Standing } from '../engine/carry-run.js';
import { Driver } from '../engine/driver.js';
import type { LocalCarrierOptions } from '../engine/local-carrier.js';
import type { RunKey } from '../engine/workflow-context.js';
import { runWorkflow } from './run-workflow.js';

export interface WorkerOptions {
  readonly host: string;
  readonly port: number;
  /** Public keys of the Restate server; with them, nobody else can have runs carried here. */
  readonly identityKeys?: readonly string[];
}

/** The place where Restate has runs carried. Several workers behind one address share the work. */
export class Worker {
  readonly #driving = new Map<string, { readonly driver: Driver; readonly standing: Promise<Standing> }>();
  readonly #sessions = new Set<ServerHttp2Session>();
  readonly #server: Http2Server;
  readonly #options: Promise<LocalCarrierOptions>;
  #serve: (options: LocalCarrierOptions) => void = () => {};
  #draining = false;

  constructor({ identityKeys = [] }: Pick<WorkerOptions, 'identityKeys'>) {
    this.#options = new Promise((resolve) => {
      this.#serve = resolve;
    });
    const workflow = runWorkflow((context, key) => carryRun(context, (owner) => this.#drive(key, owner)));
    const handler = createEndpointHandler({
      services: [workflow],
      ...(identityKeys.length > 0 ? { identityKeys: [...identityKeys] } : {}),
      // Its words are about retries that are part of the plan; real problems reach us as errors of a run.
      logger: () => {},
    });
    this.#server = createServer(handler);
    this.#server.on('session', (session) => {
      this.#sessions.add(session);
      session.on('close', () => this.#sessions.delete(session));
    });
  }

  async listen({ host, port }: WorkerOptions): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, resolve);
    });
    return `http://${host}:${(this.#server.address() as AddressInfo).port}`;
  }

  /** From now on runs can be carried; what was asked before waits until then. */
  serve(options: LocalCarrierOptions): void {
    this.#serve(options);
  }

  cancel(runId: RunKey['runId']): void {
    this.#driving.get(runId)?.driver.cancel();
  }

  drain(): void {
    this.#draining = true;
    for (const { driver } of this.#driving.values()) driver.drain();
  }

  async close(): Promise<void> {
    this.drain();
    await Promise.allSettled([...this.#driving.values()].map(({ standing }) => standing));
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const session of this.#sessions) session.destroy();
    await closed;
  }

  /** A connection may break while a run is carried on here; whoever asks again joins instead of calling twice. */
  async #drive(key: RunKey, owner: string): Promise<Standing> {
    const options = await this.#options;
    const under = this.#driving.get(key.runId);
    if (under !== undefined) return under.standing;
    if (this.#draining) throw new Error('This worker is about to stop; another one goes on.');
    const driver = new Driver({ ...options, ...key });
    const standing = driver.drive(owner).finally(() => this.#driving.delete(key.runId));
    this.#driving.set(key.runId, { driver, standing });
    return standing;
  }
}
