import { addAtomOperation } from './atoms/add-atom.js';
import { deleteAtomOperation } from './atoms/delete-atom.js';
import { editAtomOperation } from './atoms/edit-atom.js';
import { getAtomOperation } from './atoms/get-atom.js';
import { listAtomsOperation } from './atoms/list-atoms.js';
import { proposeAtomsOperation } from './atoms/propose-atoms.js';
import { verifyAtomOperation } from './atoms/verify-atom.js';
import { verifyAtomsOperation } from './atoms/verify-atoms.js';
import { getDocumentOperation } from './documents/get-document.js';
import { listDocumentsOperation } from './documents/list-documents.js';
import { tailorOperation } from './documents/tailor-document.js';
import { verifyDocumentOperation } from './documents/verify-document.js';
import { addOpportunityOperation } from './intake/add-opportunity.js';
import { getOpportunityOperation } from './intake/get-opportunity.js';
import { getResumeOperation } from './intake/get-resume.js';
import { importPostingsOperation } from './intake/import-postings.js';
import { ingestResumeOperation } from './intake/ingest-resume.js';
import { listOpportunitiesOperation } from './intake/list-opportunities.js';
import { tokenizeResumeOperation } from './intake/tokenize-resume.js';
import { explainMatchOperation } from './matching/explain-match.js';
import { gapSummaryOperation } from './matching/gap-summary.js';
import { getDecisionOperation } from './matching/get-decision.js';
import { indexBuildOperation } from './matching/index-build.js';
import { listDecisionsOperation } from './matching/list-decisions.js';
import { matchOpportunityOperation } from './matching/match-opportunity.js';
import { replayDecisionOperation } from './matching/replay-decision.js';
import { titleSimilarityOperation } from './matching/title-similarity.js';
import { validateMatchReportOperation } from './matching/validate-match-report.js';
import { addContactOperation } from './outreach/add-contact.js';
import { createInteractionOperation } from './outreach/create-interaction.js';
import { interactionApplyEventOperation } from './outreach/interaction-apply-event.js';
import { listContactsOperation } from './outreach/list-contacts.js';
import { listInteractionsOperation } from './outreach/list-interactions.js';
import { addReminderOperation } from './plan/add-reminder.js';
import { exportCalendarOperation } from './plan/export-calendar.js';
import { exportRecordOperation } from './plan/export-record.js';
import { finishReminderOperation } from './plan/finish-reminder.js';
import { listOutcomesOperation } from './plan/list-outcomes.js';
import { listRemindersOperation } from './plan/list-reminders.js';
import { recordOutcomeOperation } from './plan/record-outcome.js';
import { shortlistOperation } from './plan/shortlist.js';
import { deleteProfileOperation } from './profile/delete-profile.js';
import { getProfileOperation } from './profile/get-profile.js';
import { listProfilesOperation } from './profile/list-profiles.js';
import { setProfileOperation } from './profile/set-profile.js';
import { getAuditTraceOperation } from './record/get-audit-trace.js';
import { getConstitutionOperation } from './record/get-constitution.js';
import { verifyAuditOperation } from './record/verify-audit.js';

/** In the order they are listed: the seed's four, its future one, then what makes them usable. */
export const careerOperations = [
  matchOpportunityOperation,
  validateMatchReportOperation,
  getAuditTraceOperation,
  interactionApplyEventOperation,
  createInteractionOperation,
  listInteractionsOperation,
  addOpportunityOperation,
  importPostingsOperation,
  listOpportunitiesOperation,
  getOpportunityOperation,
  addContactOperation,
  listContactsOperation,
  ingestResumeOperation,
  getResumeOperation,
  tokenizeResumeOperation,
  addAtomOperation,
  listAtomsOperation,
  getAtomOperation,
  verifyAtomOperation,
  verifyAtomsOperation,
  editAtomOperation,
  deleteAtomOperation,
  proposeAtomsOperation,
  getProfileOperation,
  setProfileOperation,
  listProfilesOperation,
  deleteProfileOperation,
  shortlistOperation,
  recordOutcomeOperation,
  listOutcomesOperation,
  addReminderOperation,
  listRemindersOperation,
  finishReminderOperation,
  exportCalendarOperation,
  exportRecordOperation,
  tailorOperation,
  verifyDocumentOperation,
  listDocumentsOperation,
  getDocumentOperation,
  getDecisionOperation,
  listDecisionsOperation,
  replayDecisionOperation,
  explainMatchOperation,
  gapSummaryOperation,
  titleSimilarityOperation,
  indexBuildOperation,
  verifyAuditOperation,
  getConstitutionOperation,
] as const;
