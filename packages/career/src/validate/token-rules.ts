/** Rules about a resume's token view: it must belong to the resume and say nothing the resume does not. */
import { tokenize } from '../domain/text.js';
import type { TokenIr } from '../ingest/token-ir.js';
import type { Severity } from './rule.js';

export interface TokenFinding {
  readonly rule_id: string;
  readonly severity: Exclude<Severity, 'PASS'>;
  readonly message: string;
}

/** A rule of the constitution about tokens: data about it, and the one question it asks. */
interface TokenRule {
  readonly id: string;
  readonly version: string;
  readonly severity: TokenFinding['severity'];
  readonly title: string;
  readonly overridable: boolean;
  check(subject: Subject): readonly string[];
}

interface Subject {
  readonly ir: TokenIr;
  readonly resumeText: string;
  readonly resumeHash: string;
}

const mostTokens = 500;
const mostPerCategory = 200;

const version = '0.3.0';

const allTokens = ({ ir }: Subject) => Object.values(ir.tokens).flat();

const sameSource: TokenRule = {
  id: 'TOK-001',
  version,
  severity: 'BLOCK',
  title: 'Tokens come from this very resume',
  overridable: false,
  check: ({ ir, resumeHash }) => (ir.source_hash === resumeHash ? [] : ['The tokens were made from another text.']),
};

const wellFormed: TokenRule = {
  id: 'TOK-002',
  version,
  severity: 'FAIL',
  title: 'Tokens are words',
  overridable: false,
  check: (subject) =>
    allTokens(subject)
      .filter((token) => token.length < 2 || !/^[a-z0-9]+$/.test(token))
      .map((token) => `"${token}" is no token.`),
};

const spansInside: TokenRule = {
  id: 'TOK-003',
  version,
  severity: 'FAIL',
  title: 'Spans lie inside the resume',
  overridable: false,
  check: ({ ir, resumeText }) => {
    const lines = resumeText.split('\n').length;
    return ir.spans.flatMap(({ token, start_line, end_line }) => [
      ...(Math.min(start_line, end_line) < 1 ? [`The span of "${token}" begins before the first line.`] : []),
      ...(start_line > end_line ? [`The span of "${token}" ends before it begins.`] : []),
      ...(end_line > lines ? [`The span of "${token}" ends after the last line.`] : []),
    ]);
  },
};

const grounded: TokenRule = {
  id: 'TOK-004',
  version,
  severity: 'FAIL',
  title: 'The resume says every token',
  overridable: false,
  check: (subject) => {
    const said = new Set(tokenize(subject.resumeText));
    return allTokens(subject)
      .filter((token) => !said.has(token))
      .map((token) => `The text does not contain "${token}".`);
  },
};

const notTooMany: TokenRule = {
  id: 'TOK-005',
  version,
  severity: 'WARN',
  title: 'Tokens are few enough to read',
  overridable: false,
  check: ({ ir }) => {
    const counts = Object.entries(ir.tokens).map(([category, tokens]) => ({ category, count: tokens.length }));
    const total = counts.reduce((sum, one) => sum + one.count, 0);
    const over = counts.filter((one) => one.count > mostPerCategory);
    return [
      ...(total > mostTokens ? [`There are ${total} tokens.`] : []),
      ...over.map(({ category, count }) => `There are ${count} tokens in "${category}".`),
    ];
  },
};

/** In order of severity. */
export const tokenRules: readonly TokenRule[] = [sameSource, wellFormed, spansInside, grounded, notTooMany];

export function validateTokens(subject: Subject): { status: string; findings: TokenFinding[] } {
  const findings = tokenRules.flatMap(({ id, severity, check }) =>
    check(subject).map((message): TokenFinding => ({ rule_id: id, severity, message })),
  );
  const worst = (['BLOCK', 'FAIL', 'WARN'] as const).find((severity) =>
    findings.some((one) => one.severity === severity),
  );
  const status = worst === undefined ? 'accepted' : { BLOCK: 'blocked', FAIL: 'rejected', WARN: 'needs_review' }[worst];
  return { status, findings };
}
