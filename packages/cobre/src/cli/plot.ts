import { basename, dirname, extname, join, resolve } from 'node:path';
import { makeFolder, writeWhole } from '@quadrivium/kernel/essentials';
import { Fault } from '@quadrivium/kernel/fault';
import {
  type Answer,
  anyArguments,
  command,
  dependent,
  oneOf,
  onSwitch,
  optionalArgument,
  textValue,
} from '@quadrivium/kernel/shell';
import type { Chart } from '../plot/chart.js';
import { drawCharts } from '../plot/draw.js';
import { charts } from '../plot/index.js';
import { chartPage, type DrawnChart } from '../plot/page.js';
import { renderPng } from '../plot/render.js';
import { toldWriting } from '../service/files/told-writing.js';
import { resultsDirectory } from './results-directory.js';
import { plural, table } from './text.js';

const formats = ['svg', 'png', 'html'] as const;
type Format = (typeof formats)[number];

interface PlotOptions {
  readonly format: Format | undefined;
  readonly output: string | undefined;
}

interface WrittenChart {
  readonly chart: string;
  readonly file: string;
  readonly size_bytes: number;
}

const known = charts.map(({ name }) => name).join(', ');

export const plotCommand = command({
  name: 'plot',
  description: 'Draw charts of results',
  arguments: {
    results: optionalArgument('Output directory of a run, or its case'),
    charts: anyArguments(`Which charts; all unless given: ${known}`),
  },
  options: {
    format: dependent(oneOf('format', 'File format; svg unless --output says', formats)),
    output: textValue('output', 'Directory, or file for one chart or a page; <results>/plots unless given', 'path'),
    list: onSwitch('list', 'Only list the charts'),
  },
  run(_, { results, charts: names, list, ...options }) {
    if (list) return listAnswer();
    if (results === undefined) throw refused('Results are needed', 'results', undefined, 'Try: cobre plot demo');
    return plot(results, names.length === 0 ? charts : names.map(chartNamed), options);
  },
});

async function plot(asked: string, wanted: readonly Chart[], options: PlotOptions): Promise<Answer> {
  const directory = resultsDirectory(asked);
  const place = placeFor(directory, options);
  const drawn = await drawCharts(directory, wanted);
  if (drawn.length === 0) {
    const suggestion = 'Give the output directory of a finished run.';
    throw new Fault('OutputNotFound', `'${asked}' has nothing to draw`, { context: { path: asked }, suggestion });
  }
  const written = await write(place, resolve(asked), drawn);
  return {
    data: { output_directory: resolve(directory), format: place.format, charts: written },
    summary: `${plural(drawn.length, 'chart')} in ${plural(new Set(written.map(({ file }) => file)).size, 'file')}`,
    details: () =>
      table(
        ['chart', 'file', 'bytes'],
        written.map(({ chart, file, size_bytes }) => [chart, file, size_bytes]),
      ),
  };
}

interface PlotPlace {
  readonly format: Format;
  readonly directory: string;
  /** The one file the caller named. */
  readonly file?: string;
}

function placeFor(results: string, { format, output }: PlotOptions): PlotPlace {
  if (output === undefined) return { format: format ?? 'svg', directory: join(results, 'plots') };
  const ending = formats.find((known) => extname(output) === `.${known}`);
  if (ending === undefined) return { format: format ?? 'svg', directory: output };
  return { format: format ?? ending, directory: dirname(output), file: output };
}

async function write(place: PlotPlace, title: string, drawn: readonly DrawnChart[]): Promise<WrittenChart[]> {
  const { format, directory, file } = place;
  makeFolder(directory);
  if (format === 'html') return writePage(resolve(file ?? join(directory, 'charts.html')), title, drawn);
  if (file !== undefined && drawn.length > 1) {
    const suggestion = 'Name one chart, or give a directory, or choose html.';
    throw refused('Several charts do not fit into one picture', 'output', file, suggestion);
  }
  const written: WrittenChart[] = [];
  for (const { name, svg } of drawn) {
    const path = resolve(file ?? join(directory, `${name}.${format}`));
    const content = format === 'png' ? await renderPng(svg) : new TextEncoder().encode(svg);
    await toldWriting(path, () => writeWhole(path, content));
    written.push({ chart: name, file: path, size_bytes: content.byteLength });
  }
  return written;
}

async function writePage(file: string, title: string, drawn: readonly DrawnChart[]): Promise<WrittenChart[]> {
  const content = new TextEncoder().encode(chartPage(basename(title), drawn));
  await toldWriting(file, () => writeWhole(file, content));
  return drawn.map(({ name }) => ({ chart: name, file, size_bytes: content.byteLength }));
}

function listAnswer(): Answer {
  return {
    data: { charts: charts.map(({ name, title, caption }) => ({ name, title, caption })) },
    summary: plural(charts.length, 'chart'),
    details: () =>
      table(
        ['chart', 'what it shows'],
        charts.map(({ name, caption }) => [name, caption]),
      ),
  };
}

function chartNamed(name: string): Chart {
  const found = charts.find((chart) => chart.name === name);
  if (found) return found;
  throw refused(`There is no chart '${name}'`, 'charts', name, `Choose from: ${known}.`);
}

function refused(message: string, field: string, value: unknown, suggestion: string): Fault<'InvalidArguments'> {
  return new Fault('InvalidArguments', message, { context: { field, value }, suggestion });
}
