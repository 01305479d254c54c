import type { CallToolResult } from '@modelcontextprotocol/server';

import type { Fault } from '../fault.js';

/**
 * Why a call did not succeed: `input` (the arguments broke the schema), `refused` (policy said no), `failed` (the tool
 * said no, with a `Fault`), `crashed` (a bug of ours).
 */
export type FailureCause = 'input' | 'refused' | 'failed' | 'crashed';

export interface Failure {
  readonly cause: FailureCause;
  readonly tool: string;
  /** Already redacted. */
  readonly fault: Fault;
  readonly protocolVersion: string;
}

/** Turns a failure into what the server's seed demands: a result with `isError`, or a thrown `ProtocolError`. */
export interface ErrorProfile {
  readonly name: string;
  encode(failure: Failure): CallToolResult;
  /** Whether a fault tells of an argument, though only the tool could know: a name of something that is not there. */
  blamesInput?(fault: Fault): boolean;
}
