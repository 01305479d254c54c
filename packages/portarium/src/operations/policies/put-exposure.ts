import { putToolExposure as put } from '../../app/policies/policies.js';
import { ToolExposure } from '../../domain/policy.js';
import { define } from '../define.js';

export const putToolExposure = define({
  name: 'portarium_exposure_put',
  title: 'Change tool exposure',
  description: 'Decide who may see which of our own tools',
  effect: 'write',
  needs: 'policy:write',
  input: { exposure: ToolExposure },
  output: ToolExposure,
  rest: { method: 'PUT', path: '/tool-exposure', tag: 'Policies', body: 'exposure' },
  cli: { words: ['exposure'] },
  run: (deps, caller, { exposure }) => put(deps, caller, exposure),
});
