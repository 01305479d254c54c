import { packageVersion } from '@quadrivium/kernel/shell';

/** How cpe introduces itself to servers. */
export const VERSION = packageVersion(import.meta.url);
export const CLIENT_INFO = { name: 'cpe', title: 'CPE', version: VERSION } as const;

/** Where subagents of a server are to send their events. */
export const EVENT_ADDRESS_VARIABLE = 'CPE_SUBAGENT_LOGGING_ADDRESS';
