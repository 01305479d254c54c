import type { NatsConnection } from '@nats-io/nats-core';
import { Fault } from '@quadrivium/kernel/fault';
import { connectionOptions, type NatsSettings, shownAddress } from './server-settings.js';

/** How long a lost server is left alone before it is tried again. */
const reconnectMs = 250;

/** A connection that comes back by itself whenever it is lost; `patient` also waits for a server that is not there yet. */
export async function connectNats(settings: NatsSettings, name: string, patient: boolean): Promise<NatsConnection> {
  const options = await connectionOptions(settings);
  const { connect } = await import('./nats-client.js');
  try {
    return await connect({
      ...options,
      name,
      maxReconnectAttempts: -1,
      reconnectTimeWait: reconnectMs,
      reconnectJitter: reconnectMs,
      waitOnFirstConnect: patient,
      pingInterval: 5000,
      maxPingOut: 2,
      timeout: 5000,
    });
  } catch (cause) {
    throw new Fault(
      'MpiError',
      `The NATS server at ${shownAddress(settings.url)} does not let us in: ${reasonOf(cause)}`,
      {
        context: { server: shownAddress(settings.url) },
        suggestion:
          'Start it with nats-server -js, or check the address and the credentials; without --nats nothing is needed.',
        cause,
      },
    );
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
