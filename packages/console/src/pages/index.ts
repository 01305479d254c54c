import type { ComponentType } from 'preact';
import { Agents } from './agents.js';
import { Approvals } from './approvals/index.js';
import { Career } from './career/index.js';
import { Evidence } from './evidence.js';
import { Notices } from './notices/index.js';
import { People } from './people/index.js';
import { Policies } from './policies/index.js';
import { Runs } from './runs/index.js';
import { Schedules } from './schedules/index.js';
import { Studies } from './studies/index.js';
import { ToolReview } from './tool-review/index.js';
import { Tools } from './tools/index.js';
import { WorkItems } from './work-items/index.js';

interface PageEntry {
  readonly name: string;
  readonly title: string;
  readonly component: ComponentType;
  /** It shows a list and one thing of it side by side; choosing another thing is no new page. */
  readonly split?: true;
}

/** The pages in the order of the menu. */
export const pages: readonly PageEntry[] = [
  { name: 'approvals', title: 'Approvals', component: Approvals, split: true },
  { name: 'runs', title: 'Runs', component: Runs },
  { name: 'schedules', title: 'Schedules', component: Schedules },
  { name: 'evidence', title: 'Evidence', component: Evidence },
  { name: 'agents', title: 'Agents', component: Agents },
  { name: 'policies', title: 'Policies', component: Policies },
  { name: 'people', title: 'People', component: People },
  { name: 'notices', title: 'Notices', component: Notices },
  { name: 'tool-review', title: 'Tool review', component: ToolReview },
  { name: 'work-items', title: 'Work items', component: WorkItems },
  { name: 'studies', title: 'Studies', component: Studies },
  { name: 'career', title: 'Career', component: Career },
  { name: 'tools', title: 'Tools', component: Tools, split: true },
];

export function pageOf(name: string): Partial<PageEntry> & { readonly title: string } {
  return pages.find((page) => page.name === name) ?? { title: 'Not found' };
}
