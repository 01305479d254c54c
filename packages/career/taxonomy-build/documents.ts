import { heldOutLabels } from './held-out.js';
import { readSource } from './sources.js';

/** Short texts, each about one skill, occupation or kind of tool; words that share texts come to lie close together. */
export function documents(folder: string): string[] {
  const held = new Set(heldOutLabels(folder).map((one) => one.label));
  return [...escoTexts(folder, held), ...onetTexts(folder), ...toolTexts(folder)];
}

function escoTexts(folder: string, held: ReadonlySet<string>): string[] {
  const rows = [
    ...readSource(folder, 'skills'),
    ...readSource(folder, 'occupations'),
    ...readSource(folder, 'skillGroups'),
  ];
  return rows.map((row) => {
    const labels = (row.altLabels ?? '').split('\n').filter((label) => !held.has(label.trim().toLowerCase()));
    return [row.preferredLabel, ...labels, row.description].join('\n');
  });
}

function groupedBy(rows: Record<string, string>[], key: string, value: string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const row of rows) {
    const group = groups.get(row[key] ?? '') ?? [];
    group.push(row[value] ?? '');
    groups.set(row[key] ?? '', group);
  }
  return groups;
}

function onetTexts(folder: string): string[] {
  const code = 'O*NET-SOC Code';
  const titles = groupedBy(readSource(folder, 'onetTitles'), code, 'Alternate Title');
  const tasks = groupedBy(readSource(folder, 'onetTasks'), code, 'Task');
  const tools = groupedBy(readSource(folder, 'onetTools'), code, 'Example');
  return readSource(folder, 'onetOccupations').map((row) => {
    const key = row[code] ?? '';
    const parts = [titles, tasks, tools].flatMap((group) => group.get(key) ?? []);
    return [row.Title, row.Description, ...parts].join('\n');
  });
}

function toolTexts(folder: string): string[] {
  const classes = groupedBy(readSource(folder, 'onetTools'), 'Commodity Title', 'Example');
  return [...classes].map(([name, examples]) => [name, ...new Set(examples)].join('\n'));
}
