import type { BuildOptions } from 'esbuild';

export declare const bundleSettings: BuildOptions;
export declare const programSettings: BuildOptions;
export declare function workersBelow(folder: string): string[];
