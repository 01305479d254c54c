import { renameSync, writeFileSync } from 'node:fs';
import type { ControlPlane } from '../app/create-control-plane.js';
import type { PortariumClient } from '../client/portarium-client.js';
import type { Environment } from '../domain/tier.js';
import { createWorkflow } from '../operations/workflows/create.js';
import { listWorkflows } from '../operations/workflows/list.js';
import { createApiKey } from '../operations/workspace/create-api-key.js';
import { listApiKeys } from '../operations/workspace/list-api-keys.js';
import { revokeApiKey } from '../operations/workspace/revoke-api-key.js';
import { beginOnce } from './beginning.js';
import { commandClient, createWorkspace } from './open-session.js';
import type { OpenPlane } from './plane-settings.js';
import { sampleWorkflow } from './sample-workflow.js';

interface Beginning {
  readonly workspaceId: string;
  readonly admin: string;
  readonly environment: Environment;
  readonly name?: string;
}

interface Begun {
  readonly key: string;
  readonly workflowId: string;
}

/**
 * A workspace, its administrator and a workflow to try things with; gives the administrator's key. Where somebody was
 * killed over it, what is there stays, and the key that was lost opens nothing any more.
 */
export async function makeWorkspace(
  open: OpenPlane,
  db: string,
  beginning: Beginning,
  wasBrokenOff = false,
): Promise<Begun> {
  const { workspaceId, admin } = beginning;
  const { plane, close } = await open({ db, engine: false, create: true });
  try {
    const client = commandClient(plane, { principalId: admin, roles: 'stored' });
    const isThere = wasBrokenOff && (await plane.listWorkspaces()).some((it) => it.workspaceId === workspaceId);
    const key = isThere ? await keyAnew(client, beginning) : await keyOfNew(plane, beginning);
    return { key, workflowId: await sampleIn(client, workspaceId) };
  } finally {
    await close();
  }
}

function keyOfNew(plane: ControlPlane, { workspaceId, admin, environment, name }: Beginning): Promise<string> {
  const named = name === undefined ? {} : { name };
  return createWorkspace(plane, { workspaceId, adminId: admin, environment, ...named });
}

async function keyAnew(client: PortariumClient, { workspaceId, admin }: Beginning): Promise<string> {
  const { items: lost } = await client.call(listApiKeys, { workspaceId });
  const { secret } = await client.call(createApiKey, { workspaceId, principalId: admin, label: 'first key' });
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
export async function firstStart(
  open: OpenPlane,
  db: string,
  workspaceId: string,
  say: (text: string) => void,
): Promise<void> {
  const file = `${db}.admin-key`;
  const first = { workspaceId, admin: 'admin', environment: 'dev' } as const;
  await beginOnce(db, say, async (wasBrokenOff) => {
    const { key, workflowId } = await makeWorkspace(open, db, first, wasBrokenOff);
    writeWhole(file, `${key}\n`);
    const what = wasBrokenOff
      ? `The making of ${db} had been broken off, so it was finished`
      : `There was no database, so ${db} was made`;
    say(
      `${what}: workspace "${workspaceId}" (dev) with the sample workflow "${workflowId}". ` +
        `The key of its administrator is in ${file}.\n`,
    );
  });
}

function writeWhole(file: string, text: string): void {
  const draft = `${file}.draft`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  renameSync(draft, file);
}
