/** What every program has, whatever the servers offer: the text a model reads and the compiler checks. */
const ALWAYS = `/** A failed call throws this; \`structured\` is what the tool said about it beside the text. */
declare class ToolError extends Error { server: string; tool: string; kind: string; structured?: any }
interface ContentPart { type: "text" | "image" | "audio" | "resource"; text?: string; data?: string; mimeType?: string; uri?: string; blob?: string }
interface RawResult { content: ContentPart[]; structuredContent?: any; isError: boolean }
interface Tool<I, O> {
  (...input: {} extends I ? [input?: I] : [input: I]): Promise<O>;
  /** The whole result with images and other parts; a failure that the tool reports is returned, not thrown. */
  raw(...input: {} extends I ? [input?: I] : [input: I]): Promise<RawResult>;
}
/** Tools that fit the words, best first. */
declare function search(query: string): Promise<{ path: string; description: string; signature: string }[]>;
/** The declaration of one tool, by its path such as "server.tool". */
declare function describe(path: string): Promise<string>;
/** Shown to you in the result. */
declare const console: Record<"log" | "info" | "warn" | "error" | "debug", (...values: unknown[]) => void>;
/** Adds parts to the result; images and audio as base64, or as a part of a raw result. */
declare const output: {
  text(text: string): void;
  image(data: string | ContentPart, mimeType?: string): void;
  audio(data: string | ContentPart, mimeType?: string): void;
  /** Saves a file for the user and tells its path instead of its content: a text, or a part with base64 data. */
  file(name: string, content: string | ContentPart, mimeType?: string): void;
};
declare function setTimeout(action: (...values: any[]) => void, ms?: number, ...values: any[]): number;
declare function clearTimeout(id: number): void;`;

const RESULTS = `/** A result that was too long to be shown, by its id. */
declare const results: { get(id: string): Promise<string> };`;

const STATE = `/** JSON that stays for the next program of this conversation. */
declare let state: Record<string, any>;`;

export interface SandboxWishes {
  readonly keepState: boolean;
  /** Long results are kept for later programs unless this is false. */
  readonly keepResults?: boolean;
}

/** The text for programs that have these. */
export function sandboxApi({ keepState, keepResults = true }: SandboxWishes): string {
  return [ALWAYS, ...(keepResults ? [RESULTS] : []), ...(keepState ? [STATE] : [])].join('\n');
}
