/**
 * The empty page in which the console shows pages that tools bring along (MCP Apps). Such a page is somebody else's program.
 * The policy here gives it an origin of its own that nothing else has, lets its scripts run, and lets it reach nothing: no
 * network, no storage, no form, no window. It learns only what the console tells it by messages. The console's own policy
 * lets its frames show nothing but this server, so the page cannot take what it was told elsewhere by leaving. Other servers
 * that it may reach all the same, because the person in front of it said so, stand in the address of the frame.
 */
import type { Endpoint } from '@quadrivium/kernel';

const contentSecurityPolicy = (connect: string, resource: string): string =>
  [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'unsafe-inline'${resource}`,
    `style-src 'unsafe-inline'${resource}`,
    `img-src data: blob:${resource}`,
    `font-src data:${resource}`,
    `media-src data: blob:${resource}`,
    ...(connect === '' ? [] : [`connect-src${connect}`]),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');

const address = /^(?:https|wss):\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/i;
const most = 20;

/** Each becomes a word of the policy, so it must be an address and nothing else. */
function addressesIn(url: URL, name: string): string | undefined {
  const said = url.searchParams.getAll(name);
  if (said.length > most || !said.every((each) => address.test(each))) return undefined;
  return said.map((each) => ` ${each}`).join('');
}

/** Says that it is there, takes one page from whoever shows it, and becomes that page. */
const frame = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>A page of a tool</title></head>
<body><script>
addEventListener('message', function take(event) {
  if (event.source !== parent || event.data?.method !== 'ui/notifications/sandbox-resource-ready') return;
  removeEventListener('message', take);
  document.open();
  document.write(String(event.data.params.html));
  document.close();
});
parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*');
</script></body>
</html>
`;

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), display-capture=(), clipboard-read=()',
  'cache-control': 'no-cache',
};

export const appFrame: Endpoint = {
  isPublic: true,
  handle({ req, res, url }) {
    if (req.method !== 'GET') return void res.writeHead(405, { allow: 'GET' }).end();
    const [connect, resource] = [addressesIn(url, 'connect'), addressesIn(url, 'resource')];
    if (connect === undefined || resource === undefined) return void res.writeHead(400).end();
    res.setHeader('content-security-policy', contentSecurityPolicy(connect, resource));
    // What the other policy does not know of, such as WebRTC; browsers that do not know this header leave that open.
    if (connect === '' && resource === '') res.setHeader('connection-allowlist', '()');
    res.writeHead(200, headers).end(frame);
  },
  settled: () => Promise.resolve(true),
  close: () => Promise.resolve(),
};
