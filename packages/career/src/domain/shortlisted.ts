/** One opportunity of the shortlist: how well the confirmed claims answer it, and why. */
export interface Shortlisted {
  readonly opportunity_id: string;
  readonly company: string;
  readonly role_title: string;
  readonly score: number;
  readonly met: number;
  readonly partly: number;
  readonly missing: number;
  readonly reasons: readonly { requirement: string; verdict: string; because: string }[];
  readonly deadline?: string;
  readonly location?: string;
  readonly outcome?: string;
  readonly note?: string;
}
