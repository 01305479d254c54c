import { type Endpoint, Fault } from '@quadrivium/kernel';
import type { Deps } from '../app/deps.js';
import { answerClick } from '../app/notices/slack-click.js';
import { problemOf } from './problem.js';
import { bodyText } from './request-body.js';
import { headerOf, sendJson, sendProblem } from './send.js';

/** Where Slack tells of clicks. It has no key of ours: what it says counts by its signature, and gives nothing but a link. */
export function slackEndpoint(deps: Deps, signingSecret: string): Endpoint {
  return {
    isPublic: true,
    async handle({ req, res }) {
      if (req.method !== 'POST') return void res.writeHead(405, { allow: 'POST' }).end();
      try {
        const body = await bodyText(req);
        const timestamp = headerOf(req, 'x-slack-request-timestamp') ?? '';
        const signature = headerOf(req, 'x-slack-signature') ?? '';
        const text = await answerClick(
          deps,
          { signingSecret, consoleUrl: deps.consoleUrl },
          { timestamp, signature, body },
        );
        sendJson(req, res, 200, { response_type: 'ephemeral', replace_original: false, text });
      } catch (error) {
        if (!(error instanceof Fault)) throw error;
        sendProblem(res, problemOf(error, deps.surroundings.newId('cor')));
      }
    },
    settled: async () => true,
    close: async () => {},
  };
}
