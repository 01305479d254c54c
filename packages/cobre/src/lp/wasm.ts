/** The language's own types have no WebAssembly without the browser's; these are the few members we use. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

export interface WasmInstance {
  readonly exports: Readonly<Record<string, unknown>>;
}

interface Wasm {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => WasmInstance;
  readonly Memory: new (pages: {
    readonly initial: number;
    readonly maximum: number;
    readonly shared?: boolean;
  }) => WasmMemory;
}

export const { Module, Instance, Memory } = (globalThis as unknown as { readonly WebAssembly: Wasm }).WebAssembly;
