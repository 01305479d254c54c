/** Two studies of one valley: as it is, trained on the first start; and with a higher dam, which waits for a decision. */
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { throughFrontDoor, type Visitor } from './front-door.js';

/** The package keeps its case files in `demo`, two folders above a source and one above a bundle. */
function demoFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  return (
    ['../demo', '../../demo'].map((path) => join(here, path)).find((path) => existsSync(join(path, 'valley'))) ?? ''
  );
}

export interface DemoStudies {
  readonly valley: string;
  readonly raisedDam: string;
}

/** Copies what is not there; somebody who deleted a study gets it back. */
export function seedStudies(studies: string): DemoStudies {
  return { valley: copied(studies, 'valley'), raisedDam: copied(studies, 'valley-raised-dam', raiseDam) };
}

/** A copy that is cut short never gets its name. */
function copied(studies: string, name: string, change?: (draft: string) => void): string {
  const target = join(studies, name);
  if (existsSync(target)) return target;
  const draft = join(studies, `.${name}.draft`);
  rmSync(draft, { recursive: true, force: true });
  cpSync(join(demoFolder(), 'valley'), draft, { recursive: true });
  change?.(draft);
  renameSync(draft, target);
  return target;
}

/** 120 hm³ more room to keep the water of the wet season. */
function raiseDam(study: string): void {
  const file = join(study, 'system/hydros.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"max_storage_hm3": 400', '"max_storage_hm3": 520'));
}

export async function trainOnce(administrator: Visitor, study: string): Promise<void> {
  if (existsSync(join(study, 'output/simulation/_SUCCESS'))) return;
  await throughFrontDoor(administrator, 'cobre', async (call) => void (await call('cobre/run', { case_dir: study })));
}
