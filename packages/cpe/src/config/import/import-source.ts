import type { ConfigWorld } from '../discover.js';
import type { Raw } from '../rules/rule.js';

/** Servers of another program in our words, with what a person should know about the translation. */
export interface Imported {
  readonly servers: Readonly<Record<string, Raw>>;
  readonly notes: readonly string[];
}

/** A program whose configuration can be brought along. */
export interface ImportSource {
  /** As given to `--from`. */
  readonly name: string;
  readonly title: string;
  /** Where its files are, the most specific first. */
  places(world: ConfigWorld): string[];
  parse(text: string): unknown;
  /** The part of the file that names servers; undefined when the file is not of this program. */
  serversIn(value: Raw, world: ConfigWorld): Raw | undefined;
  /** One server in our words; undefined when it is switched off there. */
  convert(server: Raw, note: (text: string) => void): Raw | undefined;
}
