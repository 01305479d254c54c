declare module 'asciichart' {
  export interface PlotConfig {
    readonly height?: number;
    readonly min?: number;
    readonly max?: number;
    readonly colors?: readonly (string | undefined)[];
    readonly format?: (value: number) => string;
  }
  export const blue: string;
  export const yellow: string;
  export function plot(series: readonly (readonly number[])[], config?: PlotConfig): string;
}
