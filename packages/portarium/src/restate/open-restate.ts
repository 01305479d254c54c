/**
 * Runs on Restate, for when one machine is not enough: it decides where a run is carried, calls again after a crash and
 * keeps the time. Our database stays what counts. A run that is due there is handed over until somebody has taken it up,
 * so a decision is never lost between the two, and a Restate server that lost everything is simply told again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@restatedev/restate-sdk-clients';
import type { Carrier, LocalCarrierOptions } from '../engine/local-carrier.js';
import type { RunKey } from '../engine/workflow-context.js';
import { portariumFault } from '../faults.js';
import { type RunWorkflow, workflowKey, workflowName } from './run-workflow.js';
import { Worker, type WorkerOptions } from './worker.js';

export interface RestateOptions {
  /** Where runs are handed over, for instance `http://127.0.0.1:8080`. */
  readonly ingress: string;
  /** Carries runs in this process too; without it, it only hands them over. */
  readonly worker?: WorkerOptions & {
    /** Where workers make themselves known, for instance `http://127.0.0.1:9070`; somebody else does it when omitted. */
    readonly admin?: string;
    /** The address Restate reaches this worker at; the one it listens on when omitted. */
    readonly uri?: string;
  };
}

export interface OpenRestate {
  carrier(options: LocalCarrierOptions): Carrier;
  close(): Promise<void>;
}

/** How long a run that was handed over is left alone before it is handed over again. */
const againMs = 100;

export async function openRestate({ ingress, worker: place }: RestateOptions): Promise<OpenRestate> {
  const worker = place === undefined ? undefined : new Worker(place);
  if (worker !== undefined && place !== undefined) {
    const uri = await worker.listen(place);
    if (place.admin !== undefined) await register(place.admin, place.uri ?? uri);
  }
  const runs = connect({ url: ingress });
  return {
    carrier(options) {
      worker?.serve(options);
      return {
        async carry(key: RunKey) {
          await handOver(runs, key, ingress);
          await sleep(againMs);
        },
        cancel: (runId) => worker?.cancel(runId),
        drain: () => worker?.drain(),
      };
    },
    close: async () => worker?.close(),
  };
}

/** Restate that is away is no fault of a run: it stays due, and is handed over when Restate is back. */
async function handOver(runs: ReturnType<typeof connect>, key: RunKey, ingress: string): Promise<void> {
  const client = runs.workflowClient<RunWorkflow>({ name: workflowName }, workflowKey(key));
  try {
    const { status } = await client.workflowSubmit(key);
    if (status === 'PreviouslyAccepted') await client.wake();
  } catch (cause) {
    const { message } = cause as Error;
    throw portariumFault('Unavailable', `Restate does not take runs over at ${ingress}: ${message}`, { cause });
  }
}

async function register(admin: string, uri: string): Promise<void> {
  const response = await fetch(new URL('/deployments', admin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri, force: true }),
  }).catch((cause: Error) => {
    throw portariumFault('Unavailable', `Restate cannot be reached at ${admin}: ${cause.message}`, { cause });
  });
  if (response.ok) return void (await response.body?.cancel());
  throw portariumFault('Unavailable', `Restate did not accept the worker at ${uri}: ${await response.text()}`);
}
