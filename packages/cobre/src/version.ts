import { packageVersion } from '@quadrivium/kernel/essentials';

/** The version that metadata and envelopes carry; the one of package.json. */
export const version = packageVersion(import.meta.url);
