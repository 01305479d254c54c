/** A host that starts a server and either closes it and ends, or prints its process id and waits to be ended. */
import { connect } from '../../src/client/index.js';

const [file = '', manners = '', then = 'wait'] = process.argv.slice(2);
const connection = await connect({ type: 'stdio', command: process.execPath, args: [file, manners] });
if (then === 'close') await connection.close();
else {
  process.stdout.write(`${connection.diagnostics().pid}\n`);
  process.stdin.resume().on('end', () => process.exit(0));
}
