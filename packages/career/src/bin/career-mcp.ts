#!/usr/bin/env node
/** `career-mcp`: the MCP server. */
import { authenticateByKeys, Fault, type ServeSettings, serveMain } from '@quadrivium/kernel';
import type { CareerApp } from '../app/career-app.js';
import { openChecked } from '../app/open-checked.js';
import { type Identify, identifyByKey, tellingRefusals } from '../tools/gatekeeper.js';
import { recordCall, recordRefusal } from '../tools/record-call.js';
import { careerServer } from '../tools/server.js';
import { careerFlags, careerSettings } from './career-flags.js';

let app: CareerApp | undefined;
let identify: Identify | undefined;

/** Over HTTP the front asks for the key of each request; over stdio there is one caller, named by the environment. */
async function keyHolder({ transport, auth, keysFile }: ServeSettings): Promise<Identify | undefined> {
  if (transport !== 'stdio' || auth !== 'keys') return undefined;
  if (keysFile !== undefined) return identifyByKey(await authenticateByKeys(keysFile), process.env.CAREER_API_KEY);
  throw new Fault('BadUsage', '--auth keys needs --keys-file.', { suggestion: 'Add --keys-file <path>.' });
}

await serveMain(
  {
    name: 'career',
    version: '0.2.0',
    title: 'Career coordination',
    async define(settings) {
      identify = await keyHolder(settings);
      app = await openChecked(careerSettings(settings.extra), (message) =>
        process.stderr.write(`warning: ${message}\n`),
      );
      return careerServer(app, identify);
    },
  },
  {
    extraFlags: careerFlags,
    runtime: () => ({ audit: (event) => app && recordCall(app, event, identify) }),
    watchAuthentication: (authenticator) => tellingRefusals(authenticator, (code) => app && recordRefusal(app, code)),
    onClose: () => app?.close(),
  },
);
