/** Where files, sockets, time and randomness meet the control plane. */

import { existsSync } from 'node:fs';
import { deferredLog, Fault, redact, redactCertain, registerSecret } from '@quadrivium/kernel';
import { newId, own } from '@quadrivium/kernel/essentials';
import { createControlPlane } from '../app/create-control-plane.js';
import { channelsFor } from '../app/notices/channels.js';
import type { NoticeSettings } from '../app/notices/notice-settings.js';
import { webhookPost } from '../app/webhooks/webhook-post.js';
import { makeFile } from '../cli/beginning.js';
import type { OpenedPlane, PlaneSettings } from '../cli/plane-settings.js';
import type { Store } from '../domain/store-port.js';
import { realSurroundings, type Surroundings } from '../domain/surroundings.js';
import { connectDownstream } from '../downstream/kernel-downstream.js';
import type { OnProblem } from '../engine/engine-options.js';
import type { OpenRestate } from '../restate/open-restate.js';
import { createHttpCaller } from '../steps/http-caller.js';
import { takeSeat } from '../store/engine-seat.js';
import { openSqliteStore } from '../store/sqlite-store.js';
import { type Connections, noConnections, readConnections } from './connections-file.js';
import { type Keys, keysFor } from './key-file.js';

export async function openPlane({ servers, ...settings }: PlaneSettings): Promise<OpenedPlane> {
  return openPlaneWith(settings, servers === undefined ? noConnections : await readConnections(servers));
}

export async function openPlaneWith(
  settings: Omit<PlaneSettings, 'servers'>,
  connections: Connections,
): Promise<OpenedPlane> {
  const surroundings = realSurroundings();
  const log = deferredLog('portarium', 'info');
  const { servers, allowedHosts, credentials, trustAnnotations, concurrentCalls, concurrentRuns, webhookHosts } =
    connections;
  const { notices = {} } = connections;
  const post = webhookPost([...(webhookHosts ?? []), ...(notices.webhookHosts ?? [])]);
  const downstream = connectDownstream(servers, { trustAnnotations, concurrentCalls, attended: settings.attended });
  const restate = await restateFor(settings);
  const onProblem: OnProblem = (error, about) =>
    log.error({ ...about, err: error }, 'something went wrong in the background');
  const store = await openStore(settings, surroundings, onProblem);
  const keys = keysFor(settings.db);
  const name = `${process.pid}-${newId()}`;
  const seat = settings.engine && store.kind === 'sqlite' ? takeSeat(settings.db, name) : undefined;
  const plane = createControlPlane({
    store,
    surroundings,
    downstream,
    http: createHttpCaller({ allowedHosts, credential: (name) => own(credentials, name) }),
    webhookPost: post,
    channels: channelsFor(notices, post, keys),
    owner: seat?.owner ?? name,
    redact,
    maskSecrets: redactCertain,
    runEngine: settings.engine,
    onProblem,
    ...ofKeys(keys, notices),
    ...(settings.publicUrl === undefined ? {} : { publicUrl: settings.publicUrl }),
    ...(notices.consoleUrl === undefined ? {} : { consoleUrl: notices.consoleUrl }),
    ...(notices.slack?.signingSecret === undefined ? {} : { slackSigningSecret: notices.slack.signingSecret }),
    engine: {
      concurrentCalls,
      concurrentRuns,
      ...(seat === undefined ? {} : { isGone: seat.isGone }),
      ...(restate === undefined ? {} : { carrier: restate.carrier }),
    },
  });
  return {
    plane,
    downstream,
    async close() {
      // The worker first: what it carries still needs the database.
      await restate?.close();
      await plane.close();
      seat?.leave();
      await downstream.close();
    },
  };
}

/** Browsers are offered a key only where the operator wants people to be told there. */
function ofKeys(keys: Keys | undefined, { push }: NoticeSettings) {
  if (keys === undefined) return {};
  const { push: pair, ...rest } = keys;
  return push === undefined ? rest : { ...rest, pushKey: pair.publicKey };
}

/** Loaded only when asked for: whoever runs on one machine does not pay for it. */
async function restateFor({ restate }: Pick<PlaneSettings, 'restate'>): Promise<OpenRestate | undefined> {
  if (restate === undefined) return undefined;
  const { openRestate } = await import('../restate/open-restate.js');
  return openRestate(restate);
}

async function openStore(
  { db, create = false }: Pick<PlaneSettings, 'db' | 'create'>,
  surroundings: Surroundings,
  onProblem: OnProblem,
): Promise<Store> {
  if (/^postgres(?:ql)?:/.test(db)) {
    const { password } = new URL(db);
    if (password !== '') registerSecret(decodeURIComponent(password));
    const { openPostgresStore } = await import('../store/postgres-store.js');
    return openPostgresStore(db, { surroundings, redact });
  }
  if (!existsSync(db)) {
    if (!create)
      throw new Fault('BadUsage', `There is no database ${db}.`, {
        suggestion: 'Make one with portarium init, or give --db.',
      });
    makeFile(db);
  }
  return openSqliteStore(db, { surroundings, redact, onProblem });
}
