import { writeWholeNow } from '@quadrivium/kernel/essentials';
import type { ControlPlane } from '../app/create-control-plane.js';
import { firstKeyLabel } from '../app/workspaces.js';
import type { PortariumClient } from '../client/portarium-client.js';
import { createWorkflow } from '../operations/workflows/create.js';
import { listWorkflows } from '../operations/workflows/list.js';
import { createApiKey } from '../operations/workspace/create-api-key.js';
import { listApiKeys } from '../operations/workspace/list-api-keys.js';
import { revokeApiKey } from '../operations/workspace/revoke-api-key.js';
import { type Beginning, beginOnce, type Mark, type Waiter } from './beginning.js';
import { commandClient, createWorkspace } from './open-session.js';
import type { OpenPlane } from './plane-settings.js';
import { sampleWorkflow } from './sample-workflow.js';

interface Begun extends Beginning {
  readonly key: string;
  readonly workflowId: string;
}

/**
 * A workspace, its administrator and a workflow to try things with; gives the administrator's key. Where somebody was
 * killed over it, what is there stays as it was meant then, and the key that was lost opens nothing any more.
 */
export async function makeWorkspace(open: OpenPlane, db: string, wanted: Beginning, mark?: Mark): Promise<Begun> {
  const { plane, close } = await open({ db, engine: false, create: true });
  try {
    const there = mark?.wasBrokenOff ? await begunIn(plane, mark.begun ?? wanted) : undefined;
    const beginning = there ?? wanted;
    const client = commandClient(plane, { principalId: beginning.admin, roles: 'stored' });
    if (there === undefined) mark?.note(wanted);
    const key = there === undefined ? await keyOfNew(plane, wanted) : await keyAnew(client, there);
    return { ...beginning, key, workflowId: await sampleIn(client, beginning.workspaceId) };
  } finally {
    await close();
  }
}

/** Where its workspace is not there, nothing of it is, and whoever comes next may want something else. */
async function begunIn(plane: ControlPlane, beginning: Beginning): Promise<Beginning | undefined> {
  const isThere = (await plane.listWorkspaces()).some((it) => it.workspaceId === beginning.workspaceId);
  return isThere ? beginning : undefined;
}

function keyOfNew(plane: ControlPlane, { workspaceId, admin, environment, name }: Beginning): Promise<string> {
  const named = name === undefined ? {} : { name };
  return createWorkspace(plane, { workspaceId, adminId: admin, environment, ...named });
}

/** Keys that somebody made meanwhile were not lost. */
async function keyAnew(client: PortariumClient, { workspaceId, admin }: Beginning): Promise<string> {
  const { items } = await client.call(listApiKeys, { workspaceId });
  const lost = items.filter(
    ({ principalId, label, revokedAtIso }) =>
      principalId === admin && label === firstKeyLabel && revokedAtIso === undefined,
  );
  const { secret } = await client.call(createApiKey, { workspaceId, principalId: admin, label: firstKeyLabel });
  for (const { keyId } of lost) await client.call(revokeApiKey, { workspaceId, keyId });
  return secret;
}

async function sampleIn(client: PortariumClient, workspaceId: string): Promise<string> {
  const { items } = await client.call(listWorkflows, { workspaceId });
  const [there] = items;
  if (there !== undefined) return there.workflowId;
  return (await client.call(createWorkflow, { workspaceId, workflow: { source: sampleWorkflow } })).workflowId;
}

/**
 * One command serves: what is not there is made, and said. The key goes into a file that nobody else can read, because
 * what a server says is kept in the logs of whoever started it.
 */
export async function firstStart(open: OpenPlane, db: string, workspaceId: string, waiter: Waiter): Promise<void> {
  const file = `${db}.admin-key`;
  const first = { workspaceId, admin: 'admin', environment: 'dev' } as const;
  await beginOnce(db, waiter, async (mark) => {
    const made = await makeWorkspace(open, db, first, mark);
    writeWholeNow(file, `${made.key}\n`, { mode: 0o600, draft: `${file}.draft` });
    const what = mark.wasBrokenOff
      ? `The making of ${db} had been broken off, so it was finished`
      : `There was no database, so ${db} was made`;
    waiter.say(
      `${what}: workspace "${made.workspaceId}" (${made.environment}) with the sample workflow "${made.workflowId}". ` +
        `The key of its administrator "${made.admin}" is in ${file}.\n`,
    );
  });
}
