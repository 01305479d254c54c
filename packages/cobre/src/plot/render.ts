import type { Config, TopLevelSpec } from 'vega-lite';
import type { ChartSpec } from './chart.js';
import { look } from './look.js';

/** The drawing as SVG text. The libraries are large, so they are loaded by the first chart. */
export async function renderSvg(spec: ChartSpec): Promise<string> {
  const [vega, vegaLite] = await Promise.all([import('vega'), import('vega-lite')]);
  const compiled = vegaLite.compile(spec as unknown as TopLevelSpec, { config: look as unknown as Config });
  const view = new vega.View(vega.parse(compiled.spec), { renderer: 'none', logLevel: vega.Error });
  try {
    return await view.toSVG();
  } finally {
    view.finalize();
  }
}

/** Twice the size, for screens with small pixels and for print. */
const zoom = 2;

export async function renderPng(svg: string): Promise<Uint8Array> {
  const { Resvg } = await import('@resvg/resvg-js');
  const drawing = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: zoom },
    background: look.background,
    font: { loadSystemFonts: true, defaultFontFamily: 'DejaVu Sans', sansSerifFamily: 'DejaVu Sans' },
  });
  return drawing.render().asPng();
}
