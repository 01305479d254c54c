import type { WebhookPost } from '../webhook-post.js';
import { emailChannel } from './email.js';
import type { Channels } from './notice-outlet.js';
import type { NoticeSettings } from './notice-settings.js';
import { slackChannel } from './slack.js';

/** The ways that the operator has set up. */
export function channelsFor({ smtp, slack }: NoticeSettings, post: WebhookPost): Channels {
  return {
    ...(smtp === undefined ? {} : { email: emailChannel(smtp) }),
    ...(slack === undefined ? {} : { slack: slackChannel(slack, post) }),
  };
}
