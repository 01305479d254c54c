import { canonicalJson, type JsonValue } from './canonical-json.js';

/** The version of the entry format; it is part of what is hashed. */
export const formatVersion = 1;

/** What the first entry of a chain, and of a stream, names as its predecessor. */
export const genesisHash = '0'.repeat(64);

export const defaultChain = 'main';

export const actorKinds = ['user', 'agent', 'machine', 'adapter', 'system'] as const;
export type ActorKind = (typeof actorKinds)[number];

/** Who did it, and for whom when a machine acted on a person's behalf. */
export interface Actor {
  readonly kind: ActorKind;
  readonly id: string;
  readonly onBehalfOf?: string;
}

/** What a caller knows before the entry has its place in the chain. */
export interface EntryDraft {
  /** A database may hold several independent chains, for instance one per workspace. */
  readonly chain?: string;
  /** What belongs together inside a chain: a trace, a run. */
  readonly stream: string;
  readonly type: string;
  readonly actor: Actor;
  /** UTC, ISO 8601, ending in Z. The ledger never reads a clock itself. */
  readonly at: string;
  readonly body: JsonValue;
}

/** An entry in its place: numbered in its chain and in its stream, and bound to the entry before it in both. */
export interface Entry {
  readonly v: typeof formatVersion;
  readonly kind: 'entry';
  readonly chain: string;
  /** 1, 2, 3 … without gaps in the chain. */
  readonly seq: number;
  readonly stream: string;
  /** 1, 2, 3 … without gaps in the stream. */
  readonly streamIndex: number;
  readonly at: string;
  readonly actor: Actor;
  readonly type: string;
  readonly body: JsonValue;
  /** Hash of the entry `seq - 1` of the chain. */
  readonly previous: string;
  /** Hash of the entry `streamIndex - 1` of the stream, so that a stream can be checked without the rest. */
  readonly streamPrevious: string;
  readonly hash: string;
}

/** The names of an entry's members in canonical order. */
export const entryFields = [
  'actor',
  'at',
  'body',
  'chain',
  'hash',
  'kind',
  'previous',
  'seq',
  'stream',
  'streamIndex',
  'streamPrevious',
  'type',
  'v',
] as const;
export type EntryField = (typeof entryFields)[number];

/**
 * An entry as text, before its hash is known. Bodies and actors come in already canonical, because a store keeps them
 * that way and because they are the only parts whose spelling takes work.
 */
export interface EntryText {
  readonly chain: string;
  readonly seq: number;
  readonly stream: string;
  readonly streamIndex: number;
  readonly at: string;
  readonly actor: string;
  readonly type: string;
  readonly body: string;
  readonly previous: string;
  readonly streamPrevious: string;
}

/** The text that is hashed: the canonical JSON of the entry without its hash. */
export function hashedText(entry: EntryText): string {
  return joined(spelled(entry), '');
}

/** The text that is exported: the canonical JSON of the whole entry, one line. */
export function entryLine(entry: EntryText, hash: string): string {
  return joined(spelled(entry), `"hash":${quoted(hash)},`);
}

/** The names of an entry with their quotes, and its place in the chain; nothing of it needs to be looked at again. */
export type SpelledEntry = EntryText;

/**
 * `hash` sorts between `chain` and `kind`. One template, because the text is hashed at once and every piece more makes it
 * dearer to put together than to hash.
 */
export function joined(entry: SpelledEntry, hash: string): string {
  const { actor, at, body, chain, previous, seq, stream, streamIndex, streamPrevious, type } = entry;
  return `{"actor":${actor},"at":"${at}","body":${body},"chain":${chain},${hash}"kind":"entry","previous":"${previous}","seq":${seq},"stream":${stream},"streamIndex":${streamIndex},"streamPrevious":"${streamPrevious}","type":${type},"v":${formatVersion}}`;
}

/** What comes from elsewhere may hold anything, also where only a time or a hash belongs. */
function spelled(entry: EntryText): SpelledEntry {
  return {
    actor: entry.actor,
    at: inner(entry.at),
    body: entry.body,
    chain: quoted(entry.chain),
    previous: inner(entry.previous),
    seq: entry.seq,
    stream: quoted(entry.stream),
    streamIndex: entry.streamIndex,
    streamPrevious: inner(entry.streamPrevious),
    type: quoted(entry.type),
  };
}

const inner = (text: string): string => quoted(text).slice(1, -1);

const quoted = (text: string): string => canonicalJson(text);

/** Written out, because every entry has one and its three members are known. */
export function actorText({ id, kind, onBehalfOf }: Actor): string {
  const behalf = onBehalfOf === undefined ? '' : `,"onBehalfOf":${quoted(onBehalfOf)}`;
  return `{"id":${quoted(id)},"kind":${quoted(kind)}${behalf}}`;
}

export function textOf(entry: Omit<Entry, 'hash'>): EntryText {
  return { ...entry, actor: actorText(entry.actor), body: canonicalJson(entry.body) };
}
