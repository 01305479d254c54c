/**
 * Skills: what a model should know before it does a kind of work here, as a text that is loaded when it is wanted (extension
 * `io.modelcontextprotocol/skills`, from revision 2025-11-25 on). A skill is a folder with a `SKILL.md`; ours consist of that file.
 */
import { createHash } from 'node:crypto';

export interface SkillDefinition {
  /** Lower-case words with hyphens; also the name of the folder. */
  readonly name: string;
  /** When to load it, in one sentence: all a model sees of it until then. */
  readonly description: string;
  /** Markdown. */
  readonly body: string;
}

export function skillUri({ name }: SkillDefinition): string {
  return `skill://${name}/SKILL.md`;
}

/** The file: JSON texts are YAML, so no word of a description can break the head of it. */
export function skillText({ name, description, body }: SkillDefinition): string {
  return `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n${body.trim()}\n`;
}

/** A skill as `skills/list` tells it, with what a host needs to check the file it reads. */
export function skillEntry(skill: SkillDefinition) {
  const { name, description } = skill;
  const uri = skillUri(skill);
  const bytes = Buffer.from(skillText(skill));
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  return { uri, frontmatter: { name, description }, resources: [{ uri, digest, size: bytes.length }] };
}
