/**
 * What the page draws: bounds over iterations for a convergence history; for rows of results the mean and the range from
 * 5 to 95 % over scenarios of one quantity, stage by stage and entity by entity. Plain JavaScript, see host-script.ts.
 */
export const chartScript = `
const mostEntities = 8;
const colours = ['#2f6fde', '#d9822b', '#2a9d5c', '#b13d8a', '#8a6d3b', '#4aa3a2', '#c0392b', '#7f8c8d'];
const readable = (value) => {
  if (value !== 0 && Math.abs(value) < 1e-3) return value.toExponential(2);
  const notation = Math.abs(value) >= 1e6 ? 'compact' : 'standard';
  return value.toLocaleString('en-US', { notation, maximumFractionDigits: 3 });
};

/** Columns end in their units. */
const units = { per_mwh: '$/MWh', per_hm3: '$/hm³', mwmonth: 'MWmonth', hm3: 'hm³', m3s: 'm³/s', mwh: 'MWh', mw: 'MW', percent: '%' };
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
function inWords(column) {
  const unit = Object.keys(units).find((end) => column.endsWith('_' + end));
  const words = capital((unit ? column.slice(0, -unit.length - 1) : column).replaceAll('_', ' '));
  return unit ? words + ' (' + units[unit] + ')' : words;
}

/** Round numbers from below the least to above the most, about five of them: 1, 2 or 5 times a power of ten apart. */
function roundTicks(least, most) {
  const rough = (most - least) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((times) => times * power).find((each) => each >= rough * 0.999);
  const first = Math.floor(least / step + 1e-9);
  const last = Math.ceil(most / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, k) => (first + k) * step);
}

function element(name, attributes = {}, ...children) {
  const svg = ['svg', 'path', 'line', 'text', 'g', 'title'].includes(name);
  const made = svg ? document.createElementNS('http://www.w3.org/2000/svg', name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/** Lines with optional bands over a common axis: [{ name, points: [{ x, y, low, high }] }]. */
function lineChart({ title, xTitle, lines }) {
  const [width, height, left, bottom, top, right] = [720, 320, 84, 40, 12, 12];
  const points = lines.flatMap((line) => line.points);
  const xs = points.map(({ x }) => x);
  const ys = points.flatMap(({ y, low = y, high = y }) => [low, high]).filter(Number.isFinite);
  const [x0, x1] = [Math.min(...xs), Math.max(...xs)];
  const [least, most] = [Math.min(...ys), Math.max(...ys)];
  const ticks = least === most ? [least - 1, least, least + 1] : roundTicks(least, most);
  const [y0, y1] = [ticks[0], ticks.at(-1)];
  const at = (x) => left + (x1 === x0 ? 0.5 : (x - x0) / (x1 - x0)) * (width - left - right);
  const up = (y) => top + (1 - (y - y0) / (y1 - y0)) * (height - top - bottom);
  const chart = element('svg', { viewBox: '0 0 ' + width + ' ' + height, role: 'img', 'aria-label': title });
  for (const value of ticks) {
    chart.append(
      element('line', { class: 'grid', x1: left, x2: width - right, y1: up(value), y2: up(value) }),
      element('text', { x: left - 8, y: up(value) + 4, 'text-anchor': 'end' }, readable(value)),
    );
  }
  for (const x of [...new Set([x0, Math.round((x0 + x1) / 2), x1])])
    chart.append(element('text', { x: at(x), y: height - bottom + 18, 'text-anchor': 'middle' }, String(x)));
  chart.append(element('text', { x: (left + width - right) / 2, y: height - 4, 'text-anchor': 'middle' }, xTitle));
  lines.forEach(({ name, points: own }, k) => {
    const colour = colours[k % colours.length];
    const way = (list, pick) => list.map((point) => at(point.x) + ' ' + up(pick(point))).join(' L ');
    if (own.some(({ low, high }) => low !== high)) {
      const band = 'M ' + way(own, ({ high }) => high) + ' L ' + way([...own].reverse(), ({ low }) => low) + ' Z';
      chart.append(element('path', { class: 'band', d: band, fill: colour }));
    }
    const line = element('path', { class: 'line', d: 'M ' + way(own, ({ y }) => y), stroke: colour });
    line.append(element('title', {}, name));
    chart.append(line);
  });
  const legend = element('ul', { class: 'legend' });
  lines.forEach(({ name }, k) => {
    const mark = element('span', { class: 'mark', style: 'background:' + colours[k % colours.length] });
    legend.append(element('li', {}, mark, name));
  });
  return element('figure', {}, chart, element('figcaption', {}, title), legend);
}

function convergence({ iterations, total_iterations, termination_reason }) {
  if (iterations.length === 0) return element('p', {}, 'No iterations in this range.');
  const last = iterations.at(-1);
  const gap = (last.gap * 100).toFixed(2);
  const title = total_iterations + ' iterations, stopped by ' + termination_reason.replaceAll('_', ' ') + '; gap ' + gap + ' %';
  const upper = iterations.map(({ iteration, upper_bound, ci_95 }) => ({
    x: iteration,
    y: upper_bound,
    low: upper_bound - ci_95,
    high: upper_bound + ci_95,
  }));
  const lower = iterations.map(({ iteration, lower_bound: y }) => ({ x: iteration, y, low: y, high: y }));
  const lines = [
    { name: 'Lower bound ($)', points: lower },
    { name: 'Upper bound ($), 95 % interval', points: upper },
  ];
  return lineChart({ title, xTitle: 'iteration', lines });
}

function results({ columns, rows, total_rows, truncated }) {
  const isId = (name) => /_id$|_code$/.test(name);
  const numeric = columns.filter((name, k) => !isId(name) && rows.some((row) => typeof row[k] === 'number'));
  const stage = columns.indexOf('stage_id');
  if (rows.length === 0) return element('p', {}, 'No rows match.');
  if (stage < 0 || numeric.length === 0)
    return element('p', {}, rows.length + ' rows; a chart needs stage_id and a quantity among the columns.');
  const entity = columns.findIndex((name) => isId(name) && !['stage_id', 'scenario_id', 'block_id'].includes(name));
  const place = element('div');
  const choice = element('select', { 'aria-label': 'Quantity' });
  for (const name of numeric) choice.append(element('option', { value: name }, inWords(name)));
  const draw = () => {
    const lines = spreads(rows, { stage, entity, value: columns.indexOf(choice.value), name: columns[entity] });
    const more = lines.length > mostEntities ? '; the first ' + mostEntities + ' of ' + lines.length + ' entities' : '';
    const cut = truncated ? '; ' + rows.length + ' of ' + total_rows + ' rows' : '';
    const title = inWords(choice.value) + ' by stage: mean and 5 to 95 % over scenarios' + more + cut;
    place.replaceChildren(lineChart({ title, xTitle: 'stage', lines: lines.slice(0, mostEntities) }));
  };
  choice.addEventListener('change', draw);
  draw();
  return element('div', {}, choice, place);
}

/** One line per entity: the mean and the range of its values at every stage. */
function spreads(rows, { stage, entity, value, name }) {
  const byEntity = new Map();
  for (const row of rows) {
    if (typeof row[value] !== 'number') continue;
    const key = entity < 0 ? '' : row[entity];
    if (!byEntity.has(key)) byEntity.set(key, new Map());
    const stages = byEntity.get(key);
    if (!stages.has(row[stage])) stages.set(row[stage], []);
    stages.get(row[stage]).push(row[value]);
  }
  return [...byEntity].map(([key, stages]) => ({
    name: entity < 0 ? 'All' : capital(name.replace(/_id$/, '').replaceAll('_', ' ')) + ' ' + key,
    points: [...stages].sort(([a], [b]) => a - b).map(([x, values]) => ({ x, ...spreadOf(values) })),
  }));
}

function spreadOf(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const quantile = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  const y = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { y, low: Math.min(y, quantile(0.05)), high: Math.max(y, quantile(0.95)) };
}

function show(result) {
  const said = result.content?.find(({ type }) => type === 'text')?.text ?? '';
  let data = result.structuredContent;
  try {
    data ??= JSON.parse(said);
  } catch {
    data = undefined;
  }
  const drawn = result.isError
    ? element('p', { class: 'fault' }, data?.message ?? said)
    : data?.iterations
      ? convergence(data)
      : data?.rows
        ? results(data)
        : element('p', {}, 'There is nothing to draw in this answer.');
  document.getElementById('chart').replaceChildren(drawn);
}
`;
