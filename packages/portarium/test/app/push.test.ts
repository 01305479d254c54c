/** Which browsers are taken for notices, and whose they are. */
import { createECDH } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { keysFor } from '../../src/bin/key-file.js';
import { PushBody } from '../../src/domain/push.js';
import { openPlane } from './plane.js';

const p256dh = createECDH('prime256v1').generateKeys('base64url');
const keys = { p256dh, auth: Buffer.alloc(16, 7).toString('base64url') };
/** A public address that is nobody's (RFC 5737). */
const outside = 'https://203.0.113.5/push/1';
const wish = (endpoint = outside, other: object = {}) =>
  PushBody.parse({ subscription: { endpoint, keys: { ...keys, ...other } } });

const opened = () => openPlane({ pushKey: 'BPublic' });

test.each([
  ['in the clear', 'http://203.0.113.5/push', {}],
  ['no address', 'push', {}],
  ['another protocol', 'file:///etc/passwd', {}],
  ['a key that is no point', outside, { p256dh: Buffer.alloc(65, 4).toString('base64url') }],
  ['a key that is too short', outside, { p256dh: p256dh.slice(0, 40) }],
  ['a secret that is too short', outside, { auth: 'c2hvcnQ' }],
])('a subscription with %s is not valid', (_, endpoint, other) => {
  expect(() => wish(endpoint, other)).toThrow(/invalid|must be/i);
});

test.each([
  'https://127.0.0.1/push',
  'https://[::1]/push',
  'https://10.0.0.8/push',
  'https://169.254.169.254/latest',
  'https://localhost:8443/',
])('a browser at %s is not told: it is on this machine or behind it', async (endpoint) => {
  const { plane, bob } = await opened();
  await expect(plane.subscribePush(bob, wish(endpoint))).rejects.toThrow(/private network/);
  expect(await plane.listPush(bob)).toEqual([]);
});

test('a browser is the last person’s who said so there, is found by nobody else, and its secrets are in no answer and not in the file', async () => {
  const { plane, bob, carol, adam, file } = await opened();
  const { noticeId } = await plane.subscribePush(bob, wish());
  expect(await plane.subscribePush(bob, wish())).toMatchObject({ noticeId, channel: 'push', principalId: 'bob' });
  expect(await plane.listPush(bob)).toHaveLength(1);
  expect(await plane.listPush(carol)).toEqual([]);
  await expect(plane.unsubscribePush(carol, noticeId)).rejects.toMatchObject({ kind: 'NotFound' });
  await expect(
    plane.putNotice(adam, { ...(await plane.listNotices(adam))[0], channel: 'email', address: 'a@b.example' } as never),
  ).rejects.toMatchObject({ kind: 'Conflict' });
  await plane.subscribePush(carol, wish());
  expect(await plane.listPush(bob)).toEqual([]);
  const seen = JSON.stringify([await plane.listPush(carol), await plane.listNotices(adam)]);
  const lying = ['', '-wal'].map((end) => readFileSync(`${file}${end}`, 'latin1')).join('');
  for (const secret of [keys.auth, keys.p256dh, outside]) {
    expect(seen).not.toContain(secret);
    expect(lying).not.toContain(secret);
  }
  await plane.unsubscribePush(carol, noticeId);
  expect(await plane.listNotices(adam)).toEqual([]);
});

test('agents are not told, one person has 20 browsers at most, and nobody is told where the operator does not want it', async () => {
  const { plane, bob, bot } = await opened();
  await expect(plane.subscribePush({ ...bot, roles: ['approver'] }, wish())).rejects.toMatchObject({
    kind: 'Forbidden',
  });
  for (let n = 0; n < 20; n++) await plane.subscribePush(bob, wish(`https://203.0.113.5/push/${n}`));
  await expect(plane.subscribePush(bob, wish('https://203.0.113.5/push/20'))).rejects.toThrow(/20 browsers are enough/);
  const without = await openPlane();
  await expect(without.plane.getPushKey(without.bob)).rejects.toMatchObject({ kind: 'NotFound' });
  await expect(without.plane.subscribePush(without.bob, wish())).rejects.toMatchObject({ kind: 'Unavailable' });
});

test('the key that browsers are bound to is a pair, and the same after every start', async () => {
  const { file } = await opened();
  const first = keysFor(file)?.push;
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(first?.privateKey ?? '', 'base64url');
  expect(first?.publicKey).toBe(pair.getPublicKey('base64url'));
  expect(keysFor(file)?.push).toEqual(first);
});
