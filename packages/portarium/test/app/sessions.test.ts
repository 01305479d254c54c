import { describe, expect, test } from 'vitest';
import { withdrawRoles } from '../../src/app/people/known-person.js';
import { closeSession, openSession, sessionOf } from '../../src/app/people/sessions.js';
import { openPlane } from './plane.js';

const hour = 3_600_000;
const terms = { lifetimeMs: 8 * hour, idleMs: hour };
const person = {
  principalId: 'erin',
  subject: 'account-7',
  displayName: 'Erin',
  roles: ['approver'],
  provider: 'https://id.example',
};

async function signedIn(who: Partial<typeof person> = {}) {
  const { plane, clock, ...people } = await openPlane();
  const { deps } = plane;
  const token = await openSession(deps, 'ws-a', { ...person, ...who }, terms);
  return { plane, clock, deps, token, ...people, caller: async () => (await sessionOf(deps, token))?.caller };
}

describe('the session of somebody who signed in with a browser', () => {
  test('ends when nobody uses it for long enough', async () => {
    const { clock, caller } = await signedIn();
    for (let i = 0; i < 3; i++) {
      clock.pass(hour - 1);
      expect(await caller()).toMatchObject({ principalId: 'erin', kind: 'user', roles: ['approver'] });
    }
    clock.pass(hour);
    expect(await caller()).toBeUndefined();
  });

  test('ends at its time, however much it is used', async () => {
    const { clock, caller } = await signedIn();
    for (let minutes = 0; minutes < 8 * 60; minutes += 30) {
      expect(await caller()).toBeDefined();
      clock.pass(hour / 2);
    }
    expect(await caller()).toBeUndefined();
  });

  test('is nobody’s with another secret, in another workspace, or after signing out', async () => {
    const { plane, deps, token, caller } = await signedIn();
    await plane.initWorkspace({ workspaceId: 'ws-b' });
    const other = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    for (const wrong of [other, token.replace('ws-a', 'ws-b'), token.replace('ws-a', 'nowhere'), '', 'ws-a.', 'x'])
      expect(await sessionOf(deps, wrong)).toBeUndefined();
    await closeSession(deps, token);
    expect(await caller()).toBeUndefined();
  });

  test('has the roles of the groups as of the last sign-in', async () => {
    const { deps, caller } = await signedIn();
    await openSession(deps, 'ws-a', { ...person, roles: ['auditor'] }, terms);
    expect(await caller()).toMatchObject({ roles: ['auditor'] });
  });

  test.each([
    ['whom the workspace made itself', 'bob', 'https://id.example'],
    ['of another provider', 'erin', 'https://other.example'],
  ])('is not opened in the name of somebody %s', async (_, principalId, provider) => {
    const { deps } = await signedIn();
    await expect(openSession(deps, 'ws-a', { ...person, principalId, provider }, terms)).rejects.toThrow('known here');
  });

  test('is not opened for another account that has come by the same name, before or after an administrator’s change', async () => {
    const { plane, deps, adam } = await signedIn();
    const successor = { ...person, subject: 'account-8' };
    await expect(openSession(deps, 'ws-a', successor, terms)).rejects.toThrow('another account');
    await plane.putPrincipal(adam, { principalId: 'erin', kind: 'user', roles: ['admin'] });
    await expect(openSession(deps, 'ws-a', successor, terms)).rejects.toThrow('another account');
  });

  test.each(['local', 'anonymous', 'portarium', 'System'])('is not opened for somebody called %s', async (name) => {
    const { deps } = await signedIn();
    await expect(openSession(deps, 'ws-a', { ...person, principalId: name }, terms)).rejects.toThrow('reserved');
  });

  test('leaves what an administrator said about whom they act for, and that they are no person', async () => {
    const { plane, deps, adam, caller } = await signedIn();
    await plane.putPrincipal(adam, { principalId: 'erin', kind: 'agent', roles: ['agent'], onBehalfOf: 'bob' });
    await openSession(deps, 'ws-a', person, terms);
    expect(await caller()).toMatchObject({ kind: 'agent', onBehalfOf: 'bob', roles: ['approver'] });
  });

  test('ends with the roles when the provider names no group of theirs any more; nobody else’s does', async () => {
    const { plane, deps, adam, caller } = await signedIn();
    const { secret } = await plane.createApiKey(adam, { principalId: 'erin' });
    const other = await openSession(deps, 'ws-a', { ...person, principalId: 'fay', subject: 'account-9' }, terms);
    await withdrawRoles(deps, 'ws-a', { ...person, subject: 'account-8', roles: [] });
    expect(await caller()).toMatchObject({ roles: ['approver'] });
    await withdrawRoles(deps, 'ws-a', { ...person, roles: [] });
    expect(await caller()).toBeUndefined();
    expect(await plane.authenticateKey(secret)).toMatchObject({ principalId: 'erin', roles: [] });
    expect((await sessionOf(deps, other))?.caller).toMatchObject({ principalId: 'fay', roles: ['approver'] });
  });

  test('is not opened for who was shut out; the evidence says who came and went, and holds no token', async () => {
    const { plane, deps, adam, token, caller } = await signedIn();
    await plane.putPrincipal(adam, { principalId: 'erin', kind: 'user', roles: ['approver'], active: false });
    expect(await caller()).toBeUndefined();
    await expect(openSession(deps, 'ws-a', person, terms)).rejects.toThrow('shut out');
    await plane.putPrincipal(adam, { principalId: 'erin', kind: 'user', roles: ['approver'] });
    await closeSession(deps, token);
    const { items } = await plane.listEvidence(adam, {});
    const about = items.filter(({ type }) => /^Signed(In|Out)$/.test(type));
    expect(about).toMatchObject([
      { type: 'SignedIn', actor: { id: 'erin' } },
      { type: 'SignedOut', actor: { id: 'erin' } },
    ]);
    expect(JSON.stringify(items)).not.toContain(token.slice(5));
  });
});
