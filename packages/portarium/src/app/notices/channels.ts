import { emailChannel } from './email.js';
import type { Channels } from './notice-outlet.js';
import type { NoticeSettings } from './notice-settings.js';

/** The ways that the operator has set up. */
export function channelsFor({ smtp }: NoticeSettings = {}): Channels {
  return smtp === undefined ? {} : { email: emailChannel(smtp) };
}
