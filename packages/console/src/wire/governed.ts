/** Calls through the gateway: one that a person has to allow is answered at once, and its result is asked for later. */
import { type CallOptions, callTool, gateway, type ToolResult } from './mcp.js';

/** A call that has not ended, as the gateway tells of it. */
export interface WaitingCall {
  readonly runId: string;
  readonly waitingFor: string;
  readonly approvals: readonly { readonly approvalId: string; readonly prompt: string }[];
  readonly next: { readonly afterMs: number };
}

/** Only the gateway's own mark counts: what another server answers may look the same. */
export function waitingIn({ structuredContent, _meta }: ToolResult): WaitingCall | undefined {
  return _meta?.['portarium/pending'] === true ? (structuredContent as WaitingCall) : undefined;
}

/** What became of an earlier call. */
export const laterResult = (runId: string, options?: CallOptions): Promise<ToolResult> =>
  callTool(gateway, 'portarium_pending_result', { runId }, options);

/** The run that a call through the gateway was. */
export function runOf({ _meta }: ToolResult): string | undefined {
  const runId = _meta?.['portarium/runId'];
  return typeof runId === 'string' ? runId : undefined;
}
