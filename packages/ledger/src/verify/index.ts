export type { DecisionStatement, PasskeySignature } from '../format/decision.js';
export { fromHex, toBase64Url, toHex } from './bytes.js';
export type { Awaitable, VerifierCrypto } from './crypto.js';
export type { DecisionOptions, PinnedPasskey } from './decisions.js';
export type { ExpectedHead } from './expectation.js';
export { decisionChallenge, faultOfSignature, isOf, passkeyAlgorithms } from './passkey-signature.js';
export { describeProblem, describeWarning, type Finding, type Warning } from './problem.js';
export { type Line, type Malformed, readLine } from './read-line.js';
export {
  type ChainReport,
  type CutReport,
  describeCut,
  type VerifyOptions,
  type VerifyReport,
  verifyLines,
} from './verify-lines.js';
export { webCrypto } from './web-crypto.js';
