/**
 * A server as hosts and registries are told of it. From one such value come its server.json, its MCPB bundle, and its place
 * in the plugin of Claude Code and in the extension of Gemini.
 */
export interface PackedServer {
  /** Also the folder of its package. */
  readonly name: string;
  /** The program in the bundle, without its ending. */
  readonly program: string;
  /** The first word for the program that `npx` runs, which is the command line. */
  readonly word: string;
  readonly title: string;
  /** At most 100 characters, as the registry wants it. */
  readonly description: string;
  readonly details: string;
  readonly keywords: readonly string[];
  /** What the person who installs it decides. */
  readonly choices: Readonly<Record<string, Choice>>;
  /** Flags that hosts always need. */
  readonly fixed: Readonly<Record<string, string>>;
  readonly hasPrompts: boolean;
  /** Packages with native code or files of their own, which a bundle would lose. */
  readonly unbundled: readonly string[];
  /** A folder of its package that it reads at run time. */
  readonly data?: string;
}

/** Something the person chooses, and the flag it becomes; each flag has a variable of the same name. */
export interface Choice {
  readonly kind: 'directory' | 'file' | 'boolean';
  readonly flag: string;
  readonly title: string;
  readonly description: string;
  /** Taken where the host has nobody to ask; without one the person has to say it. */
  readonly standard?: string;
}

/** The variable that stands for a flag of this server. */
export function variableOf({ program }: PackedServer, flag: string): string {
  return `${program}-${flag}`.toUpperCase().replaceAll('-', '_');
}

/** A place the host fills in when it starts the server. */
export const filledIn = (name: string): string => `\${${name}}`;
