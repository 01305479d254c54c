/** A phone, a passkey, and a stranger who checks what was signed: Chromium with its virtual authenticator, a real server. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { openSqliteLedger } from '@quadrivium/ledger';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumIsAbsent, enter, openBrowser, openPage, violations, visit } from './support/browser.js';
import { RunningServer } from './support/running-server.js';

const tool = 'cobre/get-config-schema';
const policy = {
  policyId: 'signed',
  name: 'Whoever approves signs',
  rules: [{ ruleId: 'sign', match: { tools: [tool] }, effect: 'RequireApproval', approval: { passkey: true } }],
};
const workflow = {
  workflowId: 'asks',
  name: 'Asks for a schema',
  executionTier: 'Auto',
  actions: [{ actionId: 'ask', operation: 'mcp:call', server: 'cobre', tool, arguments: {} }],
};

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

interface Waiting {
  readonly approvalId: string;
  readonly runId: string;
}

describe.skipIf(chromiumIsAbsent)('approving with a passkey (needs chromium: apt-get install chromium)', () => {
  const server = new RunningServer();
  let browser: Browser;
  let page: Page;
  let place = '';
  let passkey = '';
  let bob = '';
  let approvalId = '';
  beforeAll(async () => {
    [browser] = await Promise.all([openBrowser(), server.start()]);
    // Passkeys belong to names; 127.0.0.1 is none.
    place = server.url.replace('127.0.0.1', 'localhost');
    const admin = <T>(path: string, body: object) => server.rest<T>(path, body, server.key);
    await admin('/users', { principalId: 'bob', kind: 'user', roles: ['approver'] });
    await admin('/policies', { source: policy, activate: true });
    await admin('/workflows', workflow);
    page = await openPage(browser, phone);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await server.remove();
  });

  async function waiting(): Promise<Waiting> {
    const { runId } = await server.rest<Waiting>('/runs', { workflowId: 'asks', parameters: {} });
    const found = () => server.rest<{ items: Waiting[] }>(`/approvals?status=Pending&runId=${runId}`);
    await expect.poll(async () => (await found()).items.length, { timeout: 30_000 }).toBe(1);
    return (await found()).items[0] as Waiting;
  }

  const look = async (name: string) => {
    const folder = process.env.SCREENSHOTS;
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  };

  test('an administrator makes a key with scopes and an end, which is shown once', async () => {
    await enter(page, place, server.key, '/people');
    await page.getByText('Add or change somebody').click();
    await page.getByLabel('Name (needed)').fill('carol');
    await page.getByLabel('Roles').fill('approver');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('carol is saved.').waitFor();
    await page.getByRole('row', { name: /carol/ }).waitFor();
    await page.getByLabel('Whose key').fill('bob');
    await page.getByLabel('A note').fill('phone');
    await page.getByLabel('Scopes').fill('approval:*, run:read, event:read');
    await page.getByLabel('Days').fill('30');
    await page.getByRole('button', { name: 'Make a key' }).click();
    bob = (await page.getByText('Copy it now').locator('code').textContent()) ?? '';
    expect(bob).toMatch(/^qk_/);
    const row = page.getByRole('row', { name: /phone/ });
    await row.getByText('approval:*, run:read, event:read').waitFor();
    await look('people');
    await page.reload();
    await page.getByRole('row', { name: /phone/ }).waitFor();
    expect(await page.content()).not.toContain(bob);
  });

  test('other roles let nobody in again who was shut out, and make no person of an agent', async () => {
    const robot = { principalId: 'robot', kind: 'agent', onBehalfOf: 'bob', active: false };
    await server.rest('/users', { ...robot, roles: ['agent'] }, server.key);
    await enter(page, place, server.key, '/people');
    await page.getByText('Add or change somebody').click();
    await page.getByLabel('Name (needed)').fill('robot');
    await page.getByLabel('Roles').fill('agent\noperator');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('robot is saved.').waitFor();
    const { items } = await server.rest<{ items: { principalId: string }[] }>('/users', undefined, server.key);
    const saved = items.find(({ principalId }) => principalId === 'robot');
    expect(saved).toMatchObject({ ...robot, roles: ['agent', 'operator'] });
  });

  test('whoever has no passkey is told so before they try, and the server refuses all the same', async () => {
    ({ approvalId } = await waiting());
    await page.close();
    page = await openPage(browser, phone);
    await enter(page, place, bob, `/approvals/${approvalId}`);
    const approve = page.getByRole('button', { name: 'Approve with passkey' });
    await approve.waitFor();
    expect(await approve.getAttribute('aria-disabled')).toBe('true');
    await page.getByText('you have registered none').waitFor();
    const plain = server.rest(`/approvals/${approvalId}/decide`, { decision: 'Approved' }, bob);
    await expect(plain).rejects.toThrow('PasskeyRequired');
  });

  test('a person registers a passkey and approves with it on a phone; the run goes on', async () => {
    const devices = await page.context().newCDPSession(page);
    await devices.send('WebAuthn.enable');
    await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await visit(page, '/people');
    await page.getByLabel('Name of a new passkey').fill('my phone');
    await page.getByRole('button', { name: 'Register a passkey' }).click();
    await page.getByRole('row', { name: /my phone/ }).waitFor();
    passkey = (await page.getByText(/^bob:[0-9a-f]{64}$/).textContent()) ?? '';
    await visit(page, '/approvals');
    await page.getByRole('link', { name: new RegExp(tool) }).tap();
    await page.getByRole('heading', { name: 'The exact call' }).waitFor();
    // This key may not read workflows; the run tells its name itself.
    await page.getByRole('link', { name: workflow.name, exact: true }).waitFor();
    const { plan } = await server.rest<{ plan: { digest: string }[] }>(`/approvals/${approvalId}`, undefined, bob);
    expect(await page.getByLabel(`Arguments of ${tool}`).textContent()).toBe('{}');
    await page.getByText(`Bound to ${plan[0]?.digest}`).waitFor();
    await page.getByLabel('Your reason').fill('It only reads.');
    await look('approve');
    await page.getByRole('button', { name: 'Approve with passkey' }).tap();
    await page.getByText('Approved.', { exact: false }).first().waitFor();
    await page.getByText('signed by passkey').waitFor();
    await look('approved');
  });

  test('a signature for one plan approves no other, and a revoked passkey approves nothing', async () => {
    const { approvalId: other } = await waiting();
    const { items } = await server.rest<{ items: { body: { detail?: { passkey?: object } } }[] }>(
      '/evidence?limit=200',
      undefined,
      server.key,
    );
    const used = items.find((entry) => typeof entry.body?.detail?.passkey === 'object')?.body.detail?.passkey;
    const { authenticatorData, clientData, signature } = used as Record<string, string>;
    const text = (hex = '') => Buffer.from(hex, 'hex').toString('base64url');
    const passkeys = await server.rest<{ items: { credentialId: string; passkeyId: string }[] }>(
      '/passkeys',
      undefined,
      bob,
    );
    const { credentialId: id = '', passkeyId = '' } = passkeys.items[0] ?? {};
    const response = {
      clientDataJSON: text(clientData),
      authenticatorData: text(authenticatorData),
      signature: text(signature),
    };
    const again = { decision: 'Approved', rationale: 'It only reads.', passkey: { id, response } };
    await expect(server.rest(`/approvals/${other}/decide`, again, bob)).rejects.toThrow('does not count');
    await server.rest(`/passkeys/${passkeyId}/revoke`, {}, bob);
    await expect(server.rest(`/approvals/${other}/decide`, again, bob)).rejects.toThrow('revoked');
  });

  test('a stranger verifies the signature offline, and finds out a server that forged an approver', async () => {
    await server.stop();
    const db = join(server.data, 'portarium.db');
    const verify = (...words: string[]) => {
      const program = join(import.meta.dirname, '../../ledger/bundle/quadrivium-ledger.js');
      const { stdout, status } = spawnSync(process.execPath, [program, 'verify', ...words], { encoding: 'utf8' });
      return { stdout, status };
    };
    const ledger = openSqliteLedger(db);
    const decided = [];
    for await (const entry of ledger.entries({ chain: 'demo' }))
      if (entry.type === 'ApprovalDecided') decided.push(entry);
    expect(decided).toHaveLength(1);
    expect(verify(db)).toMatchObject({ status: 0, stdout: expect.stringContaining(passkey.slice(4)) });
    expect(verify(db, '--passkey', passkey, '--signed-decisions').stdout).toContain('VALID');
    // The server itself writes what it likes into its own record; a signature it does not have.
    const [{ body, ...genuine }] = decided as [(typeof decided)[0]];
    const { links, detail, ...rest } = body as Record<string, Record<string, string>>;
    const forged = { ...rest, links: { ...links, approvalId: 'apr_other' }, detail: { ...detail } };
    await ledger.append([{ ...genuine, body: forged }]);
    await ledger.close();
    const caught = verify(db, '--passkey', passkey);
    expect(caught.status).not.toBe(0);
    expect(caught.stdout).toContain('is not theirs: it is of another decision');
  });
});
