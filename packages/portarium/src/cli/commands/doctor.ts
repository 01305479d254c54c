import { stat } from 'node:fs/promises';
import { exitCodes, pageAddress, render } from '@quadrivium/kernel/shell';
import type { ControlPlane } from '../../app/create-control-plane.js';
import { compareEvidence } from '../../operations/evidence/compare.js';
import { verifyEvidence } from '../../operations/evidence/verify.js';
import { shown } from '../command-context.js';
import { type GlobalOptions, portariumCommand } from '../global-flags.js';
import { commandClient, tokenFrom } from '../open-session.js';
import type { OpenedPlane, OpenPlane } from '../plane-settings.js';

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
  /** Where the documentation explains the check. */
  readonly page: string;
}

export const doctorCommand = (open: OpenPlane) =>
  portariumCommand({
    name: 'doctor',
    description: 'Look for what is wrong with this installation',
    async run(_, given) {
      const findings = await examine(given, open);
      const healthy = findings.every(({ ok }) => ok);
      return {
        ...shown({ healthy, findings }, () => findingsText(findings)),
        exitCode: healthy ? exitCodes.ok : exitCodes.configuration,
      };
    },
  });

function findingsText(findings: readonly Finding[]): string {
  const ways = findings.flatMap(({ check, ok, page }) => (ok ? [] : [`${check}: ${page}`]));
  const table = render(findings.map(({ check, ok, detail }) => ({ check, ok, detail })));
  return [table, ...(ways.length === 0 ? [] : ['', ...ways])].join('\n');
}

async function examine(options: GlobalOptions, open: OpenPlane): Promise<readonly Finding[]> {
  const findings = [
    await check('node', async () => process.version),
    await check('database file', () => mode(options.db)),
  ];
  let opened: OpenedPlane | undefined;
  findings.push(
    await check('database', async () => {
      const { servers } = options;
      opened = await open({ db: options.db, engine: false, ...(servers === undefined ? {} : { servers }) });
      const { store } = await opened.plane.health();
      if (!store.ok) throw new Error(store.detail ?? 'the store does not answer');
      return store.kind;
    }),
  );
  if (opened === undefined) return findings;
  try {
    findings.push(...(await insideChecks(opened, options)));
  } finally {
    await opened.close();
  }
  return findings;
}

async function insideChecks({ plane, downstream }: OpenedPlane, { workspace, tokenFile }: GlobalOptions) {
  let report: ReturnType<typeof verify> | undefined;
  const verified = () => (report ??= verify(plane, workspace));
  const found = [
    await check('workspace', async () => {
      const known = (await plane.listWorkspaces()).map(({ workspaceId }) => workspaceId);
      if (!known.some((each) => each === workspace))
        throw new Error(`"${workspace}" is not among: ${known.join(', ') || 'none'}`);
      return workspace;
    }),
    await check('evidence', async () => {
      const report = await verified();
      if (!report.valid) throw new Error(`the chain is broken: ${report.problems.length} problems`);
      return `${report.chains.map(({ entries }) => entries).join(' + ')} entries, unbroken`;
    }),
    await check('state', async () => {
      const { agrees, compared, count, differences } = await auditor(plane).call(compareEvidence, {
        workspaceId: workspace,
      });
      if (!agrees) throw new Error(`${count} differences between state and evidence, the first: ${differences[0]}`);
      return `${compared} facts, each of them in the evidence`;
    }),
    await check('signatures', async () => {
      const { problem, unsigned } = (await verified()).signing;
      if (problem !== undefined) throw new Error(`${unsigned} entries cannot be signed: ${problem.message}`);
      const foreign = (await verified()).problems.filter(({ kind }) => kind === 'foreign-key').length;
      if (foreign > 0) throw new Error(`${foreign} checkpoints are signed by a key that is not ours`);
      return unsigned === 0 ? 'every entry is signed' : `${unsigned} entries wait for the next checkpoint`;
    }),
    await check('notices', () => noticesOf(plane, workspace)),
    await check('key', async () => {
      const token = await tokenFrom(tokenFile);
      if (token === undefined) return 'none given';
      const { principalId, roles } = await plane.authenticateKey(token);
      return `${principalId} (${roles.join(', ')})`;
    }),
  ];
  for (const server of downstream.servers())
    found.push(await check(`server ${server}`, async () => `${(await downstream.tools(server)).length} tools`));
  return found;
}

async function noticesOf({ deps }: ControlPlane, workspaceId: string): Promise<string> {
  const all = await deps.store.read(workspaceId, (tables) => tables.notices.find());
  const failing = all.filter(({ lastError, attempts, deadLetters }) => lastError && attempts + deadLetters.length > 0);
  if (failing.length === 0) return all.length === 0 ? 'nobody is told anything' : `${all.length}, none of them fails`;
  const [first] = failing;
  throw new Error(
    `${failing.length} of ${all.length} do not arrive, the first: ${first?.noticeId}: ${first?.lastError}`,
  );
}

/** Checkpoints count when they are signed with the key of this installation; whoever can write rows can sign with another. */
function verify(plane: ControlPlane, workspaceId: string) {
  const { signer } = plane.deps;
  const own = signer === undefined ? {} : { publicKey: signer.publicKey };
  return auditor(plane).call(verifyEvidence, { workspaceId, ...own });
}

const auditor = (plane: ControlPlane) => commandClient(plane, { principalId: 'doctor', roles: ['auditor'] });

async function check(name: string, look: () => Promise<string>): Promise<Finding> {
  // Every server is looked at in the same way.
  const page = pageAddress('portarium-doctor', name.startsWith('server ') ? 'server' : name);
  try {
    return { check: name, ok: true, detail: await look(), page };
  } catch (error) {
    return { check: name, ok: false, detail: error instanceof Error ? error.message : String(error), page };
  }
}

/** Keys are stored as hashes, but runs and evidence are nobody else's business. */
async function mode(db: string): Promise<string> {
  if (/^postgres(?:ql)?:/.test(db)) return 'PostgreSQL';
  const { mode: bits, size } = await stat(db);
  if ((bits & 0o007) !== 0) throw new Error(`${db} can be read by everybody on this machine; chmod 600 it`);
  return `${db}, ${size} bytes`;
}
