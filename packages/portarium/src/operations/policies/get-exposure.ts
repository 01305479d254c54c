import { getToolExposure as read } from '../../app/policies/policies.js';
import { ToolExposure } from '../../domain/policy.js';
import { define } from '../define.js';

export const getToolExposure = define({
  name: 'portarium_exposure_get',
  title: 'Tool exposure',
  description: 'Who may see which of our own tools',
  effect: 'read',
  needs: 'policy:read',
  output: ToolExposure,
  rest: { method: 'GET', path: '/tool-exposure', tag: 'Policies' },
  run: read,
});
