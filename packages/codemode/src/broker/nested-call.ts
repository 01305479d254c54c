import type { HostTool } from '../tools/host-tool.js';

/** One call that a program made; told when it starts and again when it ends. */
export type NestedCall = {
  /** Counted from 1 within the execution. */
  readonly number: number;
  readonly tool: HostTool;
  readonly input: unknown;
} & (
  | { readonly phase: 'start' }
  | { readonly phase: 'end'; readonly isError: boolean; readonly durationMs: number; readonly text: string }
);

/** Asked before each call is sent; what it says instead of `true` is thrown at the program. */
export type CallPolicy = (tool: HostTool, input: unknown) => Promise<true | string>;
