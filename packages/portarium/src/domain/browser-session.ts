import type { PrincipalId, WorkspaceId } from './ids.js';

/** A person who has signed in with a browser. The cookie holds a token; here lies its hash. */
export interface BrowserSession {
  readonly workspaceId: WorkspaceId;
  /** SHA-256 of the token. */
  readonly sessionId: string;
  readonly principalId: PrincipalId;
  readonly createdAt: number;
  /** Written now and then, not with every request. */
  readonly seenAt: number;
  /** It ends then, used or not; and earlier when nobody uses it for so long. */
  readonly expiresAt: number;
  readonly idleMs: number;
}
