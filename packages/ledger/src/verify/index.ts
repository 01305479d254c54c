export type { Awaitable, VerifierCrypto } from './crypto.js';
export type { ExpectedHead } from './expectation.js';
export { describeProblem, describeWarning, type Finding, type Warning } from './problem.js';
export { type Line, type Malformed, readLine } from './read-line.js';
export { type ChainReport, type VerifyOptions, type VerifyReport, verifyLines } from './verify-lines.js';
export { webCrypto } from './web-crypto.js';
