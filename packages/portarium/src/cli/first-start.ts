import { writeFileSync } from 'node:fs';
import { Fault } from '@quadrivium/kernel';
import type { Environment } from '../domain/tier.js';
import { createWorkflow } from '../operations/workflows/create.js';
import { commandClient, createWorkspace } from './open-session.js';
import type { OpenPlane } from './plane-settings.js';
import { sampleWorkflow } from './sample-workflow.js';

interface Beginning {
  readonly workspaceId: string;
  readonly admin: string;
  readonly environment: Environment;
  readonly name?: string;
}

/** A new database with a workspace, its administrator and a workflow to try things with; gives the administrator's key. */
export async function makeDatabase(open: OpenPlane, db: string, beginning: Beginning) {
  const { workspaceId, admin, environment, name } = beginning;
  const { plane, close } = await open({ db, engine: false, create: true });
  try {
    const named = name === undefined ? {} : { name };
    const key = await createWorkspace(plane, { workspaceId, adminId: admin, environment, ...named });
    const client = commandClient(plane, { principalId: admin, roles: 'stored' });
    const { workflowId } = await client.call(createWorkflow, { workspaceId, workflow: { source: sampleWorkflow } });
    return { key, workflowId };
  } finally {
    await close();
  }
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
  const made = await makeDatabase(open, db, { workspaceId, admin: 'admin', environment: 'dev' }).catch(notOurs);
  if (made === undefined) return;
  const { key, workflowId } = made;
  const file = `${db}.admin-key`;
  writeFileSync(file, `${key}\n`, { mode: 0o600 });
  say(
    `There was no database, so ${db} was made: workspace "${workspaceId}" (dev) with the sample workflow "${workflowId}". ` +
      `The key of its administrator is in ${file}.\n`,
  );
}

/** Two that were started at the same moment: the other one has made it, and says so. */
function notOurs(error: unknown): undefined {
  if (error instanceof Fault && error.kind === 'Conflict') return undefined;
  throw error;
}
