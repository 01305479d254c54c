/**
 * Letters as messages of Slack, to incoming webhooks that the operator has named. What others wrote stands in elements that
 * Slack does not interpret; the button is a link to the console, where people sign in.
 */
import type { DeliveryProblem } from '../events/feed-delivery.js';
import type { WebhookPost } from '../webhooks/webhook-post.js';
import type { Letter } from './letter.js';
import type { Channel } from './notice-outlet.js';
import type { SlackSettings } from './notice-settings.js';

export function slackChannel({ places }: SlackSettings, post: WebhookPost): Channel {
  return {
    async send({ place = '', workspaceId }, letter, signal) {
      const url = places[place];
      if (url === undefined) return { message: `There is no place "${place}" among those of Slack.` };
      const body = JSON.stringify(messageOf(workspaceId, letter));
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      try {
        return problemOf((await post.send(url, { headers, body, signal })).status);
      } catch (error) {
        return { message: signal.aborted ? 'Slack took too long.' : (error as Error).message };
      }
    },
  };
}

/** A message that is not understood will not be; a place that is gone or closed may be opened again. */
function problemOf(status: number): DeliveryProblem | undefined {
  if (status >= 200 && status < 300) return undefined;
  return { message: `Slack answered ${status}.`, isLasting: status === 400 || status === 413 };
}

const mostText = 2900;
const mostCalls = 10;

const plain = (text: string) => ({ type: 'plain_text', text: text.slice(0, mostText), emoji: false });
const preformatted = (text: string) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text: text.slice(0, mostText) }] }],
});

function messageOf(workspaceId: string, letter: Letter) {
  const { subject, words, facts, calls, link, about, topic } = letter;
  const further = letter.furtherCalls + Math.max(0, calls.length - mostCalls);
  const cards = calls
    .slice(0, mostCalls)
    .map(({ tool, arguments: given, digest }) => preformatted(`${tool}\ndigest ${digest}\n${given}`));
  const value = JSON.stringify({ workspaceId, topic, about });
  return {
    // For the line that a phone shows; the only text that Slack reads for marks of its own.
    text: escaped(subject),
    mrkdwn: false,
    unfurl_links: false,
    blocks: [
      { type: 'header', text: plain(subject) },
      ...(words === '' ? [] : [{ type: 'section', text: plain(words) }]),
      { type: 'section', text: plain(facts.map(([label, said]) => `${label}: ${said}`).join('\n')) },
      ...cards,
      ...(further === 0 ? [] : [{ type: 'section', text: plain(`and ${further} more calls, which are shown there.`) }]),
      'url' in link
        ? {
            type: 'actions',
            elements: [{ type: 'button', action_id: 'look', text: plain('Sign in and look'), url: link.url, value }],
          }
        : { type: 'section', text: plain(`Look at it with: ${link.command}`) },
    ],
  };
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (mark) => entities[mark] ?? mark);
