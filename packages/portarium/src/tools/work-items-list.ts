import { ListWorkItemsAnswer } from '../client/answers.js';
import { ListWorkItems } from '../client/arguments.js';
import { clientTool } from './client-tool.js';

export const workItemsListTool = clientTool({
  name: 'portarium_work_items_list',
  method: 'listWorkItems',
  title: 'List work items',
  description: 'List work items: what people have to do or look at, for one run or the whole workspace.',
  effect: 'read',
  input: ListWorkItems,
  output: ListWorkItemsAnswer,
});
