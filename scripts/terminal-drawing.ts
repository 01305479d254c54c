/** Lines as a terminal shows them, as a drawing; commands begin with `$ `. */
const [columns, lineHeight, margin] = [104, 21, 20];

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Long lines go on below, as in a terminal of this width. */
function wrapped(line: string): string[] {
  return line.match(new RegExp(`.{1,${columns}}`, 'g')) ?? [''];
}

export function terminalDrawing(title: string, lines: readonly string[]): string {
  const rows = lines.flatMap((line) => wrapped(line).map((text) => ({ text, command: line.startsWith('$ ') })));
  const height = rows.length * lineHeight + 2 * margin;
  const texts = rows.map(({ text, command }, row) => {
    const y = margin + (row + 0.75) * lineHeight;
    return `  <text x="${margin}" y="${y}" fill="${command ? '#7fd1c4' : '#e8e6e1'}" xml:space="preserve">${escaped(text)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${columns * 8.45 + 2 * margin} ${height}" role="img"`,
    '  font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="14">',
    `  <title>${escaped(title)}</title>`,
    '  <rect width="100%" height="100%" rx="10" fill="#17211f"/>',
    ...texts,
    '</svg>',
    '',
  ].join('\n');
}
