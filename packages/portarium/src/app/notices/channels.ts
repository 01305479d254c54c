import type { PushKeys } from '../../domain/push.js';
import type { Sealer } from '../../domain/sealer.js';
import type { WebhookPost } from '../webhooks/webhook-post.js';
import { emailChannel } from './email.js';
import type { Channels } from './notice-outlet.js';
import type { NoticeSettings } from './notice-settings.js';
import { pushChannel } from './push.js';
import { slackChannel } from './slack.js';

/** The ways that the operator has set up. */
export function channelsFor(
  { smtp, slack, push }: NoticeSettings,
  post: WebhookPost,
  keys: { readonly push: PushKeys; readonly sealer: Sealer } | undefined,
): Channels {
  return {
    ...(smtp === undefined ? {} : { email: emailChannel(smtp) }),
    ...(slack === undefined ? {} : { slack: slackChannel(slack, post) }),
    ...(push === undefined || keys === undefined ? {} : { push: pushChannel({ ...push, ...keys, post }) }),
  };
}
