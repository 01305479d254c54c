import { type Check, ok, problem } from '../check.js';

/** The oldest line that can `require` modules written as ES modules, which two dependencies need. */
const oldest = [20, 19] as const;

export const nodeVersion: Check = {
  name: 'node',
  async look() {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
    const fits = major > oldest[0] || (major === oldest[0] && minor >= oldest[1]);
    const detail = `${process.version} on ${process.platform} ${process.arch}`;
    return fits ? ok(detail) : problem(detail, `Install Node ${oldest.join('.')} or newer.`);
  },
};
