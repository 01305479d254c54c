/** How every chart looks: colours that stay apart for colour-blind readers too, light lines, room to breathe. */
export const palette = [
  '#2563a8',
  '#e08a1e',
  '#2f9e77',
  '#c8504b',
  '#7b61b3',
  '#8a6a4f',
  '#d67ab1',
  '#6b7480',
  '#b5b136',
];

export const blue = '#2563a8';
export const orange = '#e08a1e';

const ink = '#2b3440';
const quiet = '#5c6672';

/** Names of fonts that programs and systems are likely to have, the last ones on servers. */
export const fonts = 'Inter, Helvetica Neue, Arial, Liberation Sans, DejaVu Sans, sans-serif';

export const look = {
  background: '#ffffff',
  padding: 18,
  font: fonts,
  view: { stroke: null },
  range: { category: palette },
  title: {
    fontSize: 17,
    fontWeight: 600,
    color: ink,
    anchor: 'start',
    offset: 14,
    subtitleColor: quiet,
    subtitleFontSize: 12,
    subtitlePadding: 5,
  },
  axis: {
    labelFontSize: 11,
    titleFontSize: 12,
    titleFontWeight: 500,
    labelColor: quiet,
    titleColor: ink,
    titlePadding: 10,
    grid: true,
    gridColor: '#e8ebef',
    domain: false,
    tickColor: '#c9d0d8',
  },
  axisX: { grid: false, domain: true, domainColor: '#c9d0d8', tickMinStep: 1, labelFlush: false },
  legend: {
    labelFontSize: 11,
    titleFontSize: 12,
    labelColor: ink,
    titleColor: ink,
    symbolStrokeWidth: 3,
    orient: 'right',
  },
  header: { labelFontSize: 13, labelFontWeight: 600, labelColor: ink, labelAnchor: 'start', title: null },
} as const;
