import type { HostPart } from '../tools/host-tool.js';

/** What a program adds to its result. */
export type GuestPart = Exclude<HostPart, { readonly type: 'resource' }> | GuestFile;

/** A file for the user; `data` is base64. */
export interface GuestFile {
  readonly type: 'file';
  readonly name: string;
  readonly mimeType: string;
  readonly text?: string | undefined;
  readonly data?: string | undefined;
}

/**
 * Where programs run. A sandbox gives one program the functions of the guest prelude and nothing else of the machine,
 * and carries its requests to the bridge. It can be opened before it is known whether the program may run, because
 * starting one takes longer than anything else.
 */
export interface Executor {
  readonly name: string;
  open(limits: Limits): Sandbox;
}

export interface Sandbox {
  /** Whatever the program does is an ending. When it resolves, the sandbox and everything it started are gone. */
  run(program: Program, bridge: Bridge, signal: AbortSignal): Promise<Ending>;
  /** Ends a sandbox that is not needed after all. */
  close(): Promise<void>;
}

export interface Program {
  /** A JavaScript expression whose value is the program as an asynchronous function without parameters. */
  readonly javascript: string;
  readonly catalog: GuestCatalog;
  /** JSON of what earlier programs of the conversation left in `state`; empty when there is no such thing. */
  readonly state: string;
  /** The time it is for the program and the seed of its chance, so that it does the same when it runs again. */
  readonly moment?: number | undefined;
}

/** The tools as the program sees them: server, then tool, both as identifiers; the value names the tool on the bridge. */
export interface GuestCatalog {
  readonly servers: Readonly<Record<string, Readonly<Record<string, GuestTool>>>>;
  readonly flat: Readonly<Record<string, GuestTool>>;
}

export interface GuestTool {
  readonly id: string;
  readonly server: string;
  readonly tool: string;
  /** The name the server knows, when it is not an identifier: also reachable with brackets. */
  readonly alias?: string;
}

export interface Limits {
  /** Computing time; waiting for tools does not count. */
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly memoryBytes: number;
  /** Characters of console output and of `output` parts; the rest is dropped and said to be dropped. */
  readonly outputChars: number;
}

export type RequestKind = 'tool' | 'raw' | 'search' | 'describe' | 'result';

export interface BridgeRequest {
  readonly kind: RequestKind;
  readonly target: string;
  readonly input: unknown;
}

/** What the program gets: a value, or an error to be thrown at the place of the call. */
export type Settled =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: GuestToolError };

/** The call is not made yet: the program goes on until it wants to know what came of it. */
export interface Postponed {
  readonly ok: true;
  readonly later: true;
}

export interface GuestToolError {
  readonly server: string;
  readonly tool: string;
  readonly kind: string;
  readonly message: string;
  readonly structured?: unknown;
}

/** The time of a program, which stands still while somebody on our side thinks. */
export interface ProgramClock {
  hold(): void;
  resume(): void;
}

export interface Bridge {
  /** Never rejects. */
  request(request: BridgeRequest, clock: ProgramClock): Promise<Settled | Postponed>;
  log(text: string): void;
  part(part: GuestPart): void;
}

export interface GuestError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly server?: string;
  readonly tool?: string;
}

/** A call whose promise nobody looked at before the program ended. */
export interface Unawaited {
  readonly target: string;
  readonly pending: boolean;
}

export interface Leftovers {
  /** JSON of `state` at the end; absent when the program was stopped or left something JSON cannot hold. */
  readonly state?: string;
  readonly unawaited: readonly Unawaited[];
  readonly droppedChars: number;
}

export type Ending = Leftovers &
  (
    | { readonly kind: 'returned'; readonly value?: string }
    | { readonly kind: 'threw'; readonly error: GuestError }
    | { readonly kind: 'timeout' | 'cpu' | 'memory' | 'cancelled' }
    /** Waits for something that nothing can bring about any more. */
    | { readonly kind: 'stalled' }
    /** Wants to know what came of a call that is not made yet. */
    | { readonly kind: 'waiting' }
    | { readonly kind: 'crashed'; readonly reason: string }
  );
