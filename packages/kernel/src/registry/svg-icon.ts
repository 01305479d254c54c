import type { Icon } from '@modelcontextprotocol/server';

/** A picture that travels with the list, so that a host shows it without asking anybody for it. */
export function svgIcon(paths: string): readonly Icon[] {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#0b7285" stroke-width="2">${paths}</svg>`;
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  return [{ src, mimeType: 'image/svg+xml', sizes: ['any'] }];
}
