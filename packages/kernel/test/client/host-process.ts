/** A host that starts a server, prints its process id, and then waits to be ended in one way or another. */
import { connect } from '../../src/client/index.js';

const [file = '', manners = ''] = process.argv.slice(2);
const connection = await connect({ type: 'stdio', command: process.execPath, args: [file, manners] });
process.stdout.write(`${connection.diagnostics().pid}\n`);
process.stdin.resume().on('end', () => process.exit(0));
