/** The answers of the career tools as the pages read them. */
export interface Opportunity {
  readonly opportunity_id: string;
  readonly company: string;
  readonly role_title: string;
  readonly requirements: readonly { readonly text: string; readonly required: boolean }[];
}

export interface Decision {
  readonly decision_id: string;
  readonly trace_id: string;
  readonly created_at: string;
  readonly opportunity_id: string;
  readonly overall_score: number;
  readonly requirement_decisions: readonly {
    readonly requirement_text: string;
    readonly atom_id: string | null;
    readonly evidence_tokens: readonly string[];
  }[];
  readonly validation_summary: { readonly status: string; readonly finding_count: number };
  readonly inputs: { readonly strategy: string };
  readonly report_sha256: string;
}

export interface RequirementMatch {
  readonly requirement_text: string;
  readonly matched: boolean;
  readonly best_score: number;
  readonly contributing_atom_id: string | null;
  readonly evidence_tokens: readonly string[];
  readonly explanation?: {
    readonly verdict: string;
    readonly nearest_atom_id: string | null;
    readonly evidence: readonly {
      readonly kind: string;
      readonly requirement: string;
      readonly atom: string;
      readonly path?: readonly string[];
    }[];
  };
}

export interface Explanation {
  readonly match_report: {
    readonly overall_score: number;
    readonly strategy: string;
    readonly requirement_matches: readonly RequirementMatch[];
    readonly missing_requirements: readonly string[];
  };
  readonly what_if: readonly {
    readonly atom_id: string;
    readonly claim: string;
    readonly score_from: number;
    readonly score_to: number;
  }[];
}

export interface Atom {
  readonly atom_id: string;
  readonly claim: string;
}
