/** `career-mcp`: the MCP server. */
import { serveMain } from '@quadrivium/kernel';
import type { CareerApp } from '../app/career-app.js';
import { openChecked } from '../app/open-checked.js';
import { recordCall } from '../tools/record-call.js';
import { careerServer } from '../tools/server.js';
import { careerFlags, careerSettings } from './career-flags.js';

let app: CareerApp | undefined;

await serveMain(
  {
    name: 'career',
    version: '0.2.0',
    title: 'Career coordination',
    async define(settings) {
      app = await openChecked(careerSettings(settings.extra), (message) =>
        process.stderr.write(`warning: ${message}\n`),
      );
      return careerServer(app);
    },
  },
  {
    extraFlags: careerFlags,
    runtime: () => ({ audit: (event) => app && recordCall(app, event) }),
    onClose: () => app?.close(),
  },
);
