import type { Endpoint } from '@quadrivium/kernel';

/** For the page, when nobody has set up an identity provider: there is no other way to sign in than with a key. */
export const noLogin: Endpoint = {
  isPublic: true,
  handle({ res }) {
    res.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end('{}');
  },
  settled: () => Promise.resolve(true),
  close: () => Promise.resolve(),
};
