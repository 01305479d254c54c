const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4 });

/** A number for a person: thousands apart, few digits behind the point, large ones abbreviated on request. */
export function figure(value: number | null | undefined, compact = false): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  return (compact ? short : plain).format(value);
}

export function percent(fraction: number | null | undefined): string {
  return fraction === null || fraction === undefined ? '–' : `${plain.format(fraction * 100)}\u00a0%`;
}

/** A score for a person; what ranks them keeps its digits. */
export function wholePercent(fraction: number | null | undefined): string {
  return fraction === null || fraction === undefined ? '–' : `${Math.round(fraction * 100)}\u00a0%`;
}

/** `WaitingForApproval` as a person writes it. */
export function inWords(name: string): string {
  const words = name
    .replace(/[_-]/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A sentence in which states stand as programs call them. */
export function statesInWords(sentence: string): string {
  return sentence.replaceAll(/\b(?:[A-Z][a-z]+){2,}\b/g, (state) => inWords(state).toLowerCase());
}
