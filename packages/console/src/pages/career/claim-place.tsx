import type { ExperienceAtom as Atom } from '@quadrivium/career/answers';

const kinds = ['summary', 'work', 'project', 'volunteering', 'education', 'certificate', 'skill', 'language'];

/** As a resume tells them: by kind, the newest role first, and within one as they were read. */
export function inOrder(atoms: readonly Atom[]): readonly Atom[] {
  const began = (atom: Atom) => atom.role?.from ?? '';
  const at = (atom: Atom) => atom.source?.span[0] ?? 0;
  return [...atoms].sort(
    (a, b) =>
      kinds.indexOf(a.kind ?? '') - kinds.indexOf(b.kind ?? '') ||
      began(b).localeCompare(began(a)) ||
      at(a) - at(b) ||
      a.atom_id.localeCompare(b.atom_id),
  );
}

/** The job or study it belongs to, with dates. */
export function Where({ atom: { kind, role, title } }: { atom: Atom }) {
  const dates = [role?.from, role?.current ? 'now' : role?.to].filter((date) => date !== undefined).join(' to ');
  const said = [kind, role?.title ?? (title || undefined), role?.employer, dates].filter(Boolean).join(' · ');
  return said === '' ? null : <p class="row-sub">{said}</p>;
}
