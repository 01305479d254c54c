import type { StageNames } from '../service/cases/stage-names.js';
import type { ChartSpec } from './chart.js';
import { stageAxis } from './stage-axis.js';

export interface PanelText {
  readonly title: string;
  readonly subtitle: string;
  readonly axis: string;
  readonly color?: string;
  readonly stages: StageNames;
}

/** One panel per name with the stages from left to right; the fewer there are, the larger they are. */
export function panels(
  { title, subtitle, stages }: PanelText,
  names: readonly string[],
  values: readonly { readonly stage: number }[],
  layer: readonly ChartSpec[],
): ChartSpec {
  const columns = names.length === 1 ? 1 : names.length <= 4 ? 2 : 3;
  const [width, height] = { 1: [720, 360], 2: [400, 220], 3: [290, 170] }[columns] as [number, number];
  const axis = stageAxis(
    stages,
    values.map(({ stage }) => stage),
  );
  return {
    title: { text: title, subtitle },
    data: { values },
    facet: { field: 'name', type: 'nominal', sort: names },
    columns,
    spacing: { column: 26, row: 22 },
    spec: {
      width,
      height,
      encoding: { x: { field: 'stage', type: 'quantitative', scale: { nice: false }, ...axis } },
      layer,
    },
  };
}
