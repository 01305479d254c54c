import { createHash } from 'node:crypto';
import { isObject, type JsonObject } from '../../essentials/is-object.js';
import { isText, type Verdict } from '../../untrusted/lists/salvage.js';
import { nameExcess, shortened } from '../../untrusted/texts.js';
import { connectionFault } from '../faults.js';
import type { ResourceContent } from '../results/salvage-content.js';

/** A file of a skill, with what the server says of its bytes. */
export interface SkillResource {
  readonly uri: string;
  readonly digest: string;
  readonly size: number;
}

/** A skill that a server offers: its name and what it is for; the text is read when it is wanted. */
export interface Skill {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  /** Its files, or `dynamic` where they are made for each reader and cannot be checked. */
  readonly resources: readonly SkillResource[] | 'dynamic';
}

export function judgeSkill(item: JsonObject): Verdict<Skill> {
  const { uri, frontmatter, resources } = item;
  if (!isText(uri) || !isObject(frontmatter)) return { reason: 'it has no uri or no frontmatter' };
  const { name, description } = frontmatter;
  if (!isText(name) || name === '' || !isText(description)) return { reason: 'it has no name or no description' };
  const excess = nameExcess(name);
  if (excess !== undefined) return { reason: excess };
  const files = resources === 'dynamic' ? resources : filesOf(resources);
  if (files === undefined) return { reason: 'its files are not told with their digests' };
  return { keep: { uri, ...shortened({ name, description }).item, resources: files } };
}

function filesOf(resources: unknown): SkillResource[] | undefined {
  if (!Array.isArray(resources)) return undefined;
  const files = resources.flatMap((each) => (isObject(each) && isFile(each) ? [each as unknown as SkillResource] : []));
  return files.length === resources.length ? files : undefined;
}

function isFile({ uri, digest, size }: JsonObject): boolean {
  return isText(uri) && isText(digest) && /^sha256:[0-9a-f]{64}$/.test(digest) && Number.isInteger(size);
}

/** The address of a file of the skill; a path starts at the folder of its `SKILL.md`. */
export function skillFileUri({ uri, resources, name }: Skill, path: string | undefined): string {
  if (path === undefined) return uri;
  const wanted = path.includes('://') ? path : `${uri.slice(0, uri.lastIndexOf('/') + 1)}${path}`;
  if (resources === 'dynamic' || resources.some((file) => file.uri === wanted)) return wanted;
  throw connectionFault('ProtocolError', `The skill ${name} has no file ${path}.`, {
    context: { skill: name, files: resources.map((file) => file.uri) },
  });
}

/** The text of a file, if its bytes are those that were announced: nobody may put other words in between. */
export function checkedText({ resources, name }: Skill, uri: string, contents: readonly ResourceContent[]): string {
  const bytes = bytesOf(contents[0]);
  const announced = resources === 'dynamic' ? undefined : resources.find((file) => file.uri === uri);
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  if (resources === 'dynamic' || (announced?.digest === digest && announced.size === bytes.length))
    return bytes.toString('utf8');
  throw connectionFault('ProtocolError', `${uri} of the skill ${name} is not what the server announced.`, {
    context: { skill: name, uri, announced: announced?.digest, found: digest },
    suggestion: 'The skill has changed meanwhile, or somebody changed it on the way; connect anew.',
  });
}

function bytesOf(content: ResourceContent | undefined): Buffer {
  if (content === undefined) return Buffer.alloc(0);
  return 'text' in content ? Buffer.from(content.text) : Buffer.from(content.blob, 'base64');
}
