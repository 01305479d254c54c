import type { DuckDBType } from '@duckdb/node-api';

/** Takes the bytes of an export in order; resolves when there is room for more. */
export type Sink = (bytes: string | Uint8Array) => Promise<void>;

/** Writes a table chunk by chunk; memory holds one chunk, whatever the size of the table. */
export interface Encoder {
  begin(): Promise<void>;
  /** One chunk, column by column. */
  chunk(columns: readonly (readonly unknown[])[], rowCount: number): Promise<void>;
  end(): Promise<void>;
}

export interface EncoderKind {
  readonly extension: string;
  open(names: readonly string[], types: readonly DuckDBType[], sink: Sink): Promise<Encoder> | Encoder;
}
