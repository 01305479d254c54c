/**
 * What a heading of a posting opens. `required` and `preferred` list what is asked of the candidate; `other` closes
 * whatever was open: duties, pay, the company about itself.
 */
export type SectionKind = 'required' | 'preferred' | 'other';

/** Phrases in one language, separated by commas or lines, as `folded` leaves them: lower case, no accents, "and" for "&". */
export type HeadingPhrases = Readonly<Record<SectionKind, string>>;
