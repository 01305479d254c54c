import picocolors from 'picocolors';

/**
 * Colours for people. Unlike the library's own choice, a machine that runs tests for others (`CI`) is nobody who looks:
 * what is piped into a file or a program there stays plain text.
 */
export const colors = picocolors.createColors(areWanted());

function areWanted(): boolean {
  const { argv, env, stdout } = process;
  if (env.NO_COLOR || argv.includes('--no-color')) return false;
  if (env.FORCE_COLOR || argv.includes('--color')) return true;
  return stdout.isTTY === true && env.TERM !== 'dumb';
}
