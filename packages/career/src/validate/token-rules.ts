/** Rules about a resume's token view: it must belong to the resume and say nothing the resume does not. */
import { tokenize } from '../domain/text.js';
import type { TokenIr } from '../ingest/token-ir.js';
import type { Severity } from './rule.js';

export interface TokenFinding {
  readonly rule_id: string;
  readonly severity: Exclude<Severity, 'PASS'>;
  readonly message: string;
}

interface Subject {
  readonly ir: TokenIr;
  readonly resumeText: string;
  readonly resumeHash: string;
}

const mostTokens = 500;
const mostPerCategory = 200;

const allTokens = ({ ir }: Subject) => Object.values(ir.tokens).flat();

const sameSource = ({ ir, resumeHash }: Subject): TokenFinding[] =>
  ir.source_hash === resumeHash
    ? []
    : [{ rule_id: 'TOK-001', severity: 'BLOCK', message: 'The tokens were made from another text.' }];

const wellFormed = (subject: Subject): TokenFinding[] =>
  allTokens(subject)
    .filter((token) => token.length < 2 || !/^[a-z0-9]+$/.test(token))
    .map((token) => ({ rule_id: 'TOK-002', severity: 'FAIL', message: `"${token}" is no token.` }));

const spansInside = ({ ir, resumeText }: Subject): TokenFinding[] => {
  const lines = resumeText.split('\n').length;
  return ir.spans
    .filter(({ start_line, end_line }) => start_line < 1 || start_line > end_line || end_line > lines)
    .map(({ token }) => ({
      rule_id: 'TOK-003',
      severity: 'FAIL',
      message: `The span of "${token}" is outside the text.`,
    }));
};

const grounded = (subject: Subject): TokenFinding[] => {
  const said = new Set(tokenize(subject.resumeText));
  return allTokens(subject)
    .filter((token) => !said.has(token))
    .map((token) => ({ rule_id: 'TOK-004', severity: 'FAIL', message: `The text does not contain "${token}".` }));
};

const notTooMany = (subject: Subject): TokenFinding[] => {
  const counts = Object.entries(subject.ir.tokens).map(([category, tokens]) => ({ category, count: tokens.length }));
  const total = counts.reduce((sum, one) => sum + one.count, 0);
  const over = counts.filter((one) => one.count > mostPerCategory);
  return [
    ...(total > mostTokens ? [`There are ${total} tokens.`] : []),
    ...over.map(({ category, count }) => `There are ${count} tokens in "${category}".`),
  ].map((message) => ({ rule_id: 'TOK-005', severity: 'WARN', message }));
};

/** In order of severity. */
const rules = [sameSource, wellFormed, spansInside, grounded, notTooMany];

export function validateTokens(subject: Subject): { status: string; findings: TokenFinding[] } {
  const findings = rules.flatMap((rule) => rule(subject));
  const worst = (['BLOCK', 'FAIL', 'WARN'] as const).find((severity) =>
    findings.some((one) => one.severity === severity),
  );
  const status = worst === undefined ? 'accepted' : { BLOCK: 'blocked', FAIL: 'rejected', WARN: 'needs_review' }[worst];
  return { status, findings };
}
