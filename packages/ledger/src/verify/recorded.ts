/**
 * What entries about decisions and passkeys hold. Whoever writes a record can write anything there, so that everything is
 * looked at before it is used.
 */
import type { PasskeySignature } from '../format/decision.js';

export interface Recorded {
  readonly links: { readonly approvalId?: string; readonly principalId?: string };
  readonly detail: {
    readonly decision?: string;
    readonly rationale?: string;
    readonly planDigest?: string;
    readonly passkeyId?: string;
    readonly passkey?: PasskeySignature | boolean;
  };
}

type Rule = (value: unknown) => boolean;
type Rules<T> = { readonly [Name in keyof Required<T>]: Rule };

const isText: Rule = (value) => typeof value === 'string';
const orAbsent =
  (rule: Rule): Rule =>
  (value) =>
    value === undefined || rule(value);
/** Members without a rule are somebody else's. */
const objectOf =
  <T>(rules: Rules<T>): Rule =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries<Rule>(rules).every(([name, rule]) => rule((value as Readonly<Record<string, unknown>>)[name]));

const isSignature = objectOf<PasskeySignature>({
  passkeyId: isText,
  publicKey: isText,
  algorithm: (value) => typeof value === 'number',
  site: isText,
  authenticatorData: isText,
  clientData: isText,
  signature: isText,
});

const isRecorded = objectOf<Recorded>({
  links: orAbsent(objectOf<Recorded['links']>({ approvalId: orAbsent(isText), principalId: orAbsent(isText) })),
  detail: orAbsent(
    objectOf<Recorded['detail']>({
      decision: orAbsent(isText),
      rationale: orAbsent(isText),
      planDigest: orAbsent(isText),
      passkeyId: orAbsent(isText),
      passkey: orAbsent((value) => typeof value === 'boolean' || isSignature(value)),
    }),
  ),
});

/** Undefined for what has another form. */
export function recordedIn(body: unknown): Recorded | undefined {
  return isRecorded(body) ? { links: {}, detail: {}, ...(body as Partial<Recorded>) } : undefined;
}
