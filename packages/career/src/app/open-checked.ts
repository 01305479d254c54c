import { careerFault } from '../faults.js';
import { CareerApp, type CareerSettings } from './career-app.js';
import { recoverInterrupted } from './recover.js';
import { verifyAudit } from './verify-audit.js';

/** Opens the stores and looks at the audit chain before anything is served on top of it. */
export async function openChecked(
  settings: CareerSettings & { readonly auditCheck: 'warn' | 'fail' | 'off' },
  warn: (message: string) => void,
): Promise<CareerApp> {
  const app = open(settings);
  try {
    // A broken log is left as it was found, so that somebody can look at it.
    if (await isSound(app, settings.auditCheck, warn)) await recoverInterrupted(app, warn);
    return app;
  } catch (error) {
    // A connection to Redis that is left open keeps the process from ending.
    await app.close();
    throw error;
  }
}

async function isSound(
  app: CareerApp,
  check: 'warn' | 'fail' | 'off',
  warn: (message: string) => void,
): Promise<boolean> {
  if (check === 'off') return true;
  const { valid, problems } = await verifyAudit(app);
  if (valid) return true;
  const message = `The audit log is broken: ${problems.join(' ')}`;
  if (check === 'fail') {
    throw careerFault('AUDIT_BROKEN', message, {
      suggestion: 'Restore a backup, or start with --audit-chain-verify warn to look at it.',
    });
  }
  warn(message);
  return false;
}

function open(settings: CareerSettings): CareerApp {
  if (settings.vectorBackend === 'sqlite' && settings.db === undefined) {
    throw careerFault('BAD_CONFIGURATION', 'Vectors can only be kept in SQLite when there is a database file.', {
      suggestion: 'Add --db career.db.',
    });
  }
  try {
    return new CareerApp(settings);
  } catch (cause) {
    if (cause instanceof Error && 'kind' in cause) throw cause;
    throw careerFault('BAD_CONFIGURATION', `The database ${settings.db ?? ''} cannot be opened.`, {
      cause,
      suggestion: 'Check that its directory exists and can be written to.',
    });
  }
}
