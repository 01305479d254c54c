import { type Channel, openChannel } from './channels/index.js';
import type { ConnectOptions } from './config/options.js';
import { parseServerConfig, type ServerConfig, type ServerConfigInput } from './config/server-config.js';
import { channelOptions, type Settings, settingsOf } from './config/settings.js';
import { EventHub } from './events.js';
import { explain, type Situation } from './explain.js';
import { type ConnectionFault, connectionFault } from './faults.js';
import { type Link, LinkFailure } from './link/link.js';
import { type Opening, openLink } from './link/open-link.js';
import { Requester } from './link/requester.js';
import { Reviver } from './link/reviver.js';
import { addressOf, redactorFor } from './redact.js';
import { type Connection, ServerConnection } from './server-connection.js';
import { TaskFollower } from './tasks/follower.js';

type Place = Omit<Situation, 'phase' | 'subject' | 'evidence'>;

/**
 * Connects to a server over stdio, Streamable HTTP or HTTP+SSE, in the protocol era that it speaks. Rejects with a fault
 * that names the phase and the reason, after everything that was started has been taken down again.
 */
export async function connect(input: ServerConfigInput, options: ConnectOptions = {}): Promise<Connection> {
  const config = parseServerConfig(input);
  const settings = settingsOf(config, options);
  const place = placeOf(config, options);
  const events = new EventHub();
  const isClosed = (): ConnectionFault => closedFault(place);
  const closing = new AbortController();
  let starts = 0;
  const reviver: Reviver = new Reviver({
    policy: settings.respawn,
    open: (previous) => {
      const signals = [closing.signal, ...(previous === undefined && options.signal ? [options.signal] : [])];
      const opening = openingOf(config, options, settings, events, AbortSignal.any(signals));
      const openChannel = (): Channel => {
        starts += 1;
        return opening.openChannel();
      };
      return open({ ...opening, openChannel }, previous?.info.era ?? settings.mode, place);
    },
    abandon: () => closing.abort(),
    onReopen: ({ info }) => events.emit('opened', { info }),
    onEnd: (link) => events.emit('closed', { fault: reviver.closed ? undefined : endFault(link, place) }),
    givenUp: (ends) => givenUp(ends, reviver.latest, place),
    isClosed,
  });
  const requester = new Requester({
    ...settings,
    reviver,
    place,
    isClosed,
    authorizationCallback: options.authorizationCallback,
  });
  await reviver.live();
  const { server: name, redactor } = place;
  const tasks = new TaskFollower(requester, settings.handlers, () => reviver.latest?.info.era ?? 'legacy');
  const { wantsTasks } = settings;
  return new ServerConnection({ name, reviver, requester, tasks, wantsTasks, events, redactor, starts: () => starts });
}

function placeOf(config: ServerConfig, options: ConnectOptions): Place {
  const address = addressOf(config);
  return { server: options.name ?? address, address, transport: config.type, redactor: redactorFor(config) };
}

function openingOf(
  config: ServerConfig,
  options: ConnectOptions,
  settings: Settings,
  events: EventHub,
  signal: AbortSignal,
): Opening {
  const { clientInfo, capabilities, handlers, probeMs, startupMs } = settings;
  return {
    openChannel: (): Channel => openChannel(config, channelOptions(options)),
    clientInfo,
    capabilities,
    handlers,
    probeMs,
    startupMs,
    signal,
    authorizationCallback: options.authorizationCallback,
    onNotification: (notification) => events.notify(notification),
    onReport: (error) => events.emit('report', { error }),
  };
}

async function open(opening: Opening, mode: Settings['mode'], place: Place): Promise<Link> {
  try {
    return await openLink(opening, mode);
  } catch (error) {
    if (!(error instanceof LinkFailure)) throw error;
    const { channel } = error;
    const evidence = { ...channel.evidence(), asked: [...channel.wire.sent] };
    throw explain(error.cause, { ...place, phase: 'handshake', subject: 'the handshake', evidence });
  }
}

function endFault(link: Link, place: Place): ConnectionFault {
  const subject = 'the connection';
  return explain(new Error('Not connected'), { ...place, phase: 'call', subject, evidence: link.channel.evidence() });
}

function givenUp(ends: number, link: Link | undefined, { server, redactor }: Place): ConnectionFault {
  return connectionFault('ServerDied', `${server} ended ${ends} times in a row and is not started again.`, {
    context: redactor.redact({ server, ends, ...link?.channel.evidence() }),
    suggestion: 'Find out why it ends, then connect anew.',
  });
}

function closedFault({ server }: Place): ConnectionFault {
  return connectionFault('Closed', `The connection to ${server} is closed.`, { context: { server } });
}
