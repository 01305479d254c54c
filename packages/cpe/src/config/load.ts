import { dirname, isAbsolute, join, relative } from 'node:path';
import { attempt, isObject } from '@quadrivium/kernel/essentials';
import { cpeFault } from '../faults.js';
import { type ConfigWorld, discover } from './discover.js';
import { expandSource, keepWrittenText } from './expand-source.js';
import { type ConfigProblem, inFileOrder, problemLine } from './problem.js';
import { rules } from './rules/index.js';
import { type Raw, recordOf } from './rules/rule.js';
import { Config } from './schema.js';
import { shapeProblems } from './shape.js';
import { formatOf, parseSource, type Source } from './source.js';

export interface LoadedConfig {
  readonly path: string;
  /** The folder that relative paths in the file start from. */
  readonly folder: string;
  readonly config: Config;
  /** The servers as written, with variables in place; safe to show. */
  readonly written: Readonly<Record<string, Raw>>;
  /** Servers that are not required and cannot be used, with the reason. */
  readonly skipped: ReadonlyMap<string, string>;
}

export interface LoadWishes {
  /** The servers that are needed, all when left out; a variable that another one lacks is no reason to refuse. */
  readonly needed?: readonly string[] | undefined;
}

/** Finds, reads and checks the configuration, or tells everything that is wrong with it. */
export function loadConfig(world: ConfigWorld, explicit?: string, wishes: LoadWishes = {}): LoadedConfig {
  const { path, text } = discover(world, explicit);
  return readConfig(world, path, text, wishes);
}

export function readConfig(world: ConfigWorld, path: string, text: string, { needed }: LoadWishes = {}): LoadedConfig {
  const file = shown(world, path);
  const folder = dirname(isAbsolute(path) ? path : join(world.cwd, path));
  const readText = (name: string): string | undefined => readable(world, isAbsolute(name) ? name : join(folder, name));
  const source = sourceOf(file, text);
  keepWrittenText(source);
  const written = plainValue(source);
  const expansion = expandSource(source, { env: world.env, readText }, needed);
  const value = without(plainValue(source), expansion.skipped);
  const problems = [
    ...expansion.problems,
    ...shapeProblems(value),
    ...rules.flatMap((rule) => rule(value, { readText })),
  ].map((problem) => ({ ...problem, position: source.positionOf(problem.path) }));
  if (problems.length > 0) throw invalid(file, problems);
  const skipped = new Map([...expansion.skipped].map(([name, problem]) => [name, problemLine(file, problem)]));
  return {
    path,
    folder,
    config: Config.parse(value),
    written: recordOf(written.mcpServers) as Record<string, Raw>,
    skipped,
  };
}

/** A file without a telling name is what it looks like. */
function sourceOf(file: string, text: string): Source {
  const looksLikeJson = !/\.ya?ml$/i.test(file) && /^\s*(\{|\/\/|\/\*)/.test(text);
  const source = parseSource(file, text, looksLikeJson ? 'json' : formatOf(file));
  if (source.problems.length > 0) throw invalid(file, source.problems);
  return source;
}

/** The document as plain values. Keys that start with `x-` are the writer's own, for anchors for instance. */
function plainValue(source: Source): Raw {
  let value: unknown;
  try {
    value = source.document.toJS();
  } catch (error) {
    throw invalid(source.file, [{ path: [], message: (error as Error).message }]);
  }
  if (value === null || value === undefined) return {};
  if (!isObject(value)) throw invalid(source.file, [{ path: [], message: 'must be a map of settings' }]);
  const kept = Object.entries(value).filter(([key, each]) => !key.startsWith('x-') && each !== null);
  return Object.fromEntries(kept);
}

function without(value: Raw, skipped: ReadonlyMap<string, unknown>): Raw {
  if (!isObject(value.mcpServers) || skipped.size === 0) return value;
  const kept = Object.entries(value.mcpServers).filter(([name]) => !skipped.has(name));
  return { ...value, mcpServers: Object.fromEntries(kept) };
}

function invalid(file: string, problems: readonly ConfigProblem[]): Error {
  const lines = inFileOrder(problems).map((problem) => problemLine(file, problem));
  return cpeFault('ConfigInvalid', lines.join('\n'), { context: { file, problems: lines } });
}

function readable(world: ConfigWorld, path: string): string | undefined {
  return attempt(() => world.readText(path), undefined);
}

/** Relative where that is shorter, as compilers do. */
function shown({ cwd }: ConfigWorld, path: string): string {
  if (!isAbsolute(path)) return path;
  const fromHere = relative(cwd, path);
  return fromHere === '' || fromHere.startsWith('..') ? path : fromHere;
}
