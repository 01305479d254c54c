/**
 * The empty page in which the console shows pages that tools bring along (MCP Apps). Such a page is somebody else's program.
 * The policy here gives it an origin of its own that nothing else has, lets its scripts run, and lets it reach nothing: no
 * network, no storage, no form, no window. It learns only what the console tells it by messages. The console's own policy
 * lets its frames show nothing but this server, so the page cannot take what it was told elsewhere by leaving.
 */
import type { Endpoint } from '@quadrivium/kernel';

const contentSecurityPolicy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  'media-src data: blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

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
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), display-capture=(), clipboard-read=()',
  'cache-control': 'no-cache',
};

export const appFrame: Endpoint = {
  isPublic: true,
  handle({ req, res }) {
    if (req.method !== 'GET') return void res.writeHead(405, { allow: 'GET' }).end();
    res.writeHead(200, headers).end(frame);
  },
  settled: () => Promise.resolve(true),
  close: () => Promise.resolve(),
};
