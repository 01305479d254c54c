import type { ControlPlane } from '../app/create-control-plane.js';
import type { KernelDownstream } from '../downstream/kernel-downstream.js';
import type { RestateOptions } from '../restate/open-restate.js';

/** What a command says about the control plane it wants in this process. */
export interface PlaneSettings {
  /** A SQLite file, or `postgres://…`. */
  readonly db: string;
  /** A JSON file with the MCP servers that runs may call, by name. */
  readonly servers?: string;
  /** Whether runs go on in this process. */
  readonly engine: boolean;
  /** Callers of other servers' tools (of all, or of those named) are in this process too: they are told of progress and can be asked. */
  readonly attended?: boolean | readonly string[];
  /** Has runs carried by a Restate server instead of by this process alone. */
  readonly restate?: RestateOptions;
  /** The address of the pages people use, for passkeys. */
  readonly publicUrl?: string;
  /** An absent database is a mistake, except for the command that makes one. */
  readonly create?: boolean;
}

export interface OpenedPlane {
  readonly plane: ControlPlane;
  readonly downstream: KernelDownstream;
  close(): Promise<void>;
}

export type OpenPlane = (settings: PlaneSettings) => Promise<OpenedPlane>;
