/** What a host and a program have in common, without anything that runs programs. */
export { guestValue, rawValue } from '../broker/guest-value.js';
export type { Settled } from '../execution/executor.js';
export { filledIn } from './defaults.js';
export * from './host-tool.js';
export { DEFAULT_CHAR_LIMIT, spill } from './spill.js';
