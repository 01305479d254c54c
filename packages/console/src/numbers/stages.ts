/** Stages under the names people know them by: months, where a study says that its stages are months. */
export interface StageAxis {
  readonly xLabel: 'month' | 'stage';
  readonly named?: (stage: number) => string;
}

export function stageAxis(firstMonth: string | undefined): StageAxis {
  const [year = Number.NaN, month = Number.NaN] = (firstMonth ?? '').split('-').map(Number);
  if (!Number.isInteger(year) || !Number.isInteger(month)) return { xLabel: 'stage' };
  const named = (stage: number) => {
    if (!Number.isInteger(stage)) return '';
    const months = year * 12 + month - 1 + stage;
    return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`;
  };
  return { xLabel: 'month', named };
}
