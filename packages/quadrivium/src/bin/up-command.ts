import { once } from 'node:events';
import { natsFlags, workersFlag, workersFrom } from '@quadrivium/cobre/server';
import { certificateOf, surviveStrayErrors } from '@quadrivium/kernel';
import { command, offSwitch, onSwitch, textValue, wholeNumber } from '@quadrivium/kernel/shell';
import { openBrowser } from '../up/open-browser.js';
import { readyText } from '../up/ready-text.js';
import { up } from '../up/up.js';
import { dataFlag, portFlag } from './place-flags.js';

export const upCommand = command({
  name: 'up',
  description: 'Start all servers and the console on one loopback port',
  help: `The first start makes the folder, fills it with a demonstration, and prints the key of its administrator once. Only
programs on this machine can reach the servers. Those without a key may look and ask; deciding needs a key.

Ctrl-C stops after what is running has been finished or checkpointed; a second Ctrl-C stops at once. Neither of them, nor a
power cut, loses what was acknowledged.`,
  options: {
    port: portFlag('port to listen on; 0 picks a free one'),
    data: dataFlag('where everything is kept'),
    demo: offSwitch('demo', 'do not put demonstration data into a new folder'),
    publicUrl: textValue('public-url', 'address that browsers use when a proxy stands in front; keys only then', 'url'),
    rateLimit: wholeNumber('rate-limit', 'calls a minute that one caller may make; no limit when omitted', {
      min: 1,
      max: 1_000_000,
    }),
    login: textValue('login', 'JSON file about the identity provider that people sign in with', 'file'),
    notices: textValue(
      'notices',
      'JSON file about how people are told what waits: by mail, in Slack, in browsers',
      'file',
    ),
    servers: textValue('servers', 'JSON file about other MCP servers, whose tools are called under policy', 'file'),
    tlsCert: textValue(
      'tls-cert',
      'certificate (PEM) to serve with over TLS; a renewed one is taken without a restart',
      'file',
    ),
    tlsKey: textValue('tls-key', 'private key of --tls-cert', 'file'),
    open: onSwitch('open', 'open the console in a browser'),
    ...natsFlags,
    workers: workersFlag,
  },
  service: true,
  async run(io, { port, data, demo, open, publicUrl, login, notices, servers, rateLimit, tlsCert, tlsKey, ...given }) {
    const running = await up({
      port,
      data,
      demo,
      publicUrl,
      login,
      notices,
      servers,
      rateLimit,
      ...certificateOf({ tlsCert, tlsKey }),
      workers: workersFrom(given),
      say: (sentence) => void io.print(`${sentence}\n`),
    });
    surviveStrayErrors(running.log);
    const { signal } = io;
    if (open) openBrowser(`${running.url}/`);
    // Last, so that whoever reads it may stop the process at once; the key counts as shown only when it has been.
    void io.print(readyText(running, process.cwd())).then(() => running.introduced());
    if (!signal.aborted) await once(signal, 'abort');
    await io.print('Stopping ... (again to stop at once)\n');
    await running.close();
    // Whatever still holds the process is nobody's work any more.
    process.exit(0);
  },
});
