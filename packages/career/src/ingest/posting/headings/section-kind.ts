/**
 * What a heading of a posting opens. `required` and `preferred` list what is asked of the candidate; `other` closes
 * whatever was open: duties, pay, the company about itself. Nothing under a `foreign` one is asked of anybody: other people's
 * jobs, what is expressly not needed.
 */
export type SectionKind = 'required' | 'preferred' | 'other' | 'foreign';
