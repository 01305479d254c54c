import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { certificateOf, type HttpFront, openHttpFront, silentLogger } from '../../src/index.js';
import { selfSigned } from './self-signed.js';

describe('TLS with a certificate from files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'));
  const [cert, key] = [join(folder, 'tls.crt'), join(folder, 'tls.key')];
  const write = (pair: { cert: string; key: string }) => {
    writeFileSync(cert, pair.cert);
    writeFileSync(key, pair.key);
  };
  let front: HttpFront | undefined;
  afterEach(() => front?.close({ graceMs: 0 }));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const serve = async () => {
    front = await openHttpFront({ port: 0, routes: {}, tls: { cert, key, lookMs: 20 } });
    return front;
  };
  /** Who the server says it is on a new connection. */
  const shown = async (port: number) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { CN } = socket.getPeerCertificate().subject;
    socket.destroy();
    return CN;
  };

  test('answers over https, to those who trust the certificate', async () => {
    const pair = selfSigned('one');
    write(pair);
    const { url } = await serve();
    expect(url).toMatch(/^https:/);
    const [answer] = await once(get(`${url}/healthz`, { ca: pair.cert }), 'response');
    expect(answer.statusCode).toBe(200);
    answer.resume();
    await expect(once(get(`${url}/healthz`), 'response')).rejects.toThrow('self-signed');
    await expect(fetch(url.replace('https', 'http'))).rejects.toThrow();
  });

  test('takes a renewed certificate without a restart, and keeps the old one while the new one is not whole', async () => {
    write(selfSigned('one'));
    const { port } = await serve();
    expect(await shown(port)).toBe('one');
    const next = selfSigned('two');
    writeFileSync(cert, next.cert);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await shown(port)).toBe('one');
    writeFileSync(key, next.key);
    await vi.waitFor(async () => expect(await shown(port)).toBe('two'), { timeout: 60_000, interval: 20 });
    writeFileSync(cert, 'nonsense');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await shown(port)).toBe('two');
  });

  test.each([
    ['a key of another certificate', () => writeFileSync(key, selfSigned('other').key)],
    ['a file that is not there', () => rmSync(cert)],
  ])('does not start with %s, and says which files', async (_, spoil) => {
    write(selfSigned('one'));
    spoil();
    await expect(serve()).rejects.toThrow(cert);
    front = undefined;
  });

  test('says once that its files cannot be read any more, and again after they could', async () => {
    write(selfSigned('one'));
    const error = vi.fn();
    const patiently = { timeout: 60_000, interval: 20 };
    const log = { ...silentLogger, error };
    front = await openHttpFront({ port: 0, routes: {}, tls: { cert, key, lookMs: 5 }, log });
    rmSync(key);
    await vi.waitFor(() => expect(error).toHaveBeenCalledOnce(), patiently);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(error).toHaveBeenCalledOnce();
    expect(await shown(front.port)).toBe('one');
    const info = vi.spyOn(log, 'info');
    write(selfSigned('two'));
    await vi.waitFor(() => expect(info.mock.calls.flat()).toContain('a new certificate is in use'), patiently);
    const before = error.mock.calls.length;
    rmSync(key);
    await vi.waitFor(() => expect(error.mock.calls.length).toBe(before + 1), patiently);
  });

  test.each([
    ['is over', [-3, -1], 'error', 'the certificate is over: browsers refuse it'],
    ['is not good yet', [1, 300], 'error', 'the certificate is not good yet: browsers refuse it'],
    ['ends within two weeks', [-3, 5], 'warn', 'the certificate ends soon'],
  ] as const)('is told at the start when it %s, once, and served all the same', async (_, days, level, words) => {
    write(selfSigned('one', days));
    const [said, error] = [vi.fn(), vi.fn()];
    const log = { ...silentLogger, error, [level]: said };
    front = await openHttpFront({ port: 0, routes: {}, tls: { cert, key, lookMs: 5 }, log });
    expect(said.mock.calls).toEqual([[expect.objectContaining({ cert }), words]]);
    expect(await shown(front.port)).toBe('one');
    const info = vi.spyOn(log, 'info');
    write(selfSigned('two'));
    const patiently = { timeout: 60_000, interval: 20 };
    await vi.waitFor(() => expect(info.mock.calls.flat()).toContain('a new certificate is in use'), patiently);
    // Between its two halves the new pair does not fit, which may be told as well.
    expect(said.mock.calls.filter((call) => call[1] === words)).toHaveLength(1);
  });

  test('is told by the running server when it comes to its end', async () => {
    write(selfSigned('one', [-1, 2 / 86_400]));
    const error = vi.fn();
    front = await openHttpFront({
      port: 0,
      routes: {},
      tls: { cert, key, lookMs: 5 },
      log: { ...silentLogger, error },
    });
    const over = [expect.objectContaining({ cert }), 'the certificate is over: browsers refuse it'];
    await vi.waitFor(() => expect(error.mock.calls).toEqual([over]), { timeout: 60_000, interval: 20 });
  });

  test('half of a pair is a mistake', () => {
    expect(() => certificateOf({ tlsCert: cert })).toThrow('private key');
    expect(certificateOf({})).toEqual({});
  });
});
