import { Fault } from '@quadrivium/kernel/fault';
import { QueryEngine } from '../query/query-engine.js';
import { plainFiles } from '../service/files/files.js';
import type { Chart } from './chart.js';
import type { DrawnChart } from './page.js';
import { renderSvg } from './render.js';
import { ResultSource } from './result-source.js';

/** The charts of an output directory, those that it has something for; captions say when a simulation did not finish. */
export async function drawCharts(directory: string, wanted: readonly Chart[]): Promise<DrawnChart[]> {
  const results = new ResultSource(plainFiles(process.cwd()), new QueryEngine({ kept: 1 }), directory);
  const drawn: DrawnChart[] = [];
  const shortfall = await results.shortfall();
  for (const { name, title, caption, draw: specify } of wanted) {
    const spec = await specify(results).catch(absent);
    if (spec !== null) drawn.push({ name, title, caption: noted(caption, shortfall), svg: await renderSvg(spec) });
  }
  return drawn;
}

function noted(caption: string, shortfall: string | null): string {
  return shortfall === null ? caption : `${caption} ${shortfall}`;
}

/** A run without simulation still has charts of its training. */
function absent(cause: unknown): null {
  if (cause instanceof Fault && cause.kind === 'OutputNotFound') return null;
  throw cause;
}
