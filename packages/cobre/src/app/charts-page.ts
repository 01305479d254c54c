import { chartScript } from './chart-script.js';
import { hostScript } from './host-script.js';

/** Where hosts with MCP Apps find the page. */
export const chartsUri = 'ui://cobre/charts';

/** What a tool says to have its answers drawn. Hosts that know nothing of it show the text. */
export const shownAsChart = { ui: { resourceUri: chartsUri } } as const;

/** Colours of the host where it names them, otherwise those of light and dark paper. */
const style = `
:root { color-scheme: light dark; font: 14px/1.4 var(--font-sans, system-ui, sans-serif); }
body { margin: 0; padding: 12px; color: var(--color-text-primary, light-dark(#1b1f24, #e8eaed));
  background: var(--color-background-primary, transparent); }
figure { margin: 0; } svg { width: 100%; height: auto; } figcaption { margin-top: 4px; }
svg text { font-size: 12px; fill: currentColor; opacity: 0.8; }
.grid { stroke: currentColor; opacity: 0.15; } .line { fill: none; stroke-width: 2; } .band { opacity: 0.18; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; list-style: none; margin: 4px 0 0; padding: 0; }
.mark { display: inline-block; width: 12px; height: 12px; margin-right: 6px; border-radius: 2px; vertical-align: -1px; }
.fault { color: var(--color-text-danger, light-dark(#b3261e, #ff8a80)); } select { margin-bottom: 8px; font: inherit; }
`;

/** A whole page in one text: nothing is loaded from anywhere. */
export function chartsPage(version: string): string {
  const begin = `host.on('ui/notifications/tool-result', show);
host.begin({ name: 'cobre-charts', version: ${JSON.stringify(version)} });`;
  return [
    '<!DOCTYPE html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><title>cobre charts</title><style>${style}</style></head>`,
    '<body><main id="chart" aria-live="polite"><p>Waiting for results…</p></main>',
    `<script>${hostScript}${chartScript}${begin}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
