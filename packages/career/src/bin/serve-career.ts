/** The MCP server as a program, for `career-mcp` and `career serve`. */
import { authenticateByKeys, Fault, type ServeSettings, serveMain } from '@quadrivium/kernel';
import type { CareerApp } from '../app/career-app.js';
import { openChecked } from '../app/open-checked.js';
import { careerAudit } from '../operations/audit.js';
import { type Identify, identifyByKey, namingRefusals } from '../operations/identify.js';
import { careerServer } from '../operations/server.js';
import { careerFlags, careerSettings } from './career-flags.js';

/** Over HTTP the front asks for the key of each request; over stdio there is one caller, named by the environment. */
async function keyHolder({ transport, auth, keysFile }: ServeSettings): Promise<Identify | undefined> {
  if (transport !== 'stdio' || auth !== 'keys') return undefined;
  if (keysFile !== undefined) return identifyByKey(await authenticateByKeys(keysFile), process.env.CAREER_API_KEY);
  throw new Fault('BadUsage', '--auth keys needs --keys-file.', { suggestion: 'Add --keys-file <path>.' });
}

/** Serves as the words after the program say, until the client leaves or a signal comes. */
export function serveCareer(): Promise<void> {
  let app: CareerApp | undefined;
  return serveMain(
    {
      name: 'career',
      version: '0.2.0',
      title: 'Career coordination',
      async define(settings) {
        const identify = await keyHolder(settings);
        app = await openChecked(careerSettings(settings.extra), (message) =>
          process.stderr.write(`warning: ${message}\n`),
        );
        return careerServer(app, identify);
      },
    },
    {
      extraFlags: careerFlags,
      runtime: () => (app === undefined ? {} : { audit: careerAudit(app) }),
      watchAuthentication: namingRefusals,
      onClose: () => app?.close(),
    },
  );
}
