import type { ComponentType } from 'preact';
import { Approvals } from './approvals.js';

interface PageEntry {
  readonly name: string;
  readonly title: string;
  readonly component: ComponentType;
}

/** The pages in the order of the menu. */
export const pages: readonly PageEntry[] = [{ name: 'approvals', title: 'Approvals', component: Approvals }];

export function pageOf(name: string): Partial<PageEntry> & { readonly title: string } {
  return pages.find((page) => page.name === name) ?? { title: 'Not found' };
}
