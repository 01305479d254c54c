/** Canonical Markdown: one kind of line break, no trailing blanks, at most two empty lines, one space after `#`. */
export function tidyMarkdown(text: string): string {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.replace(/[ \t]+$/, '').replace(/^(#+)[ \t]*(?=[^#\s])/, '$1 '));
  return lines.join('\n').replace(/\n{4,}/g, '\n\n\n');
}
