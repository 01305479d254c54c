import {
  type Icon,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';

import type { JsonObject } from '../../essentials/is-object.js';
import type { CompiledResource } from '../../registry/registry.js';
import { encodeResourceBody } from '../../registry/resource-body.js';
import type { RequestContext } from '../request-context.js';
import { audited, reading } from './audited.js';
import { type HandlerParts, type HandlerTable, refuseCursor, requiredText } from './handler.js';
import { skillFile } from './skills.js';

export function resourceHandlers({ definition, settings }: HandlerParts): HandlerTable {
  if (definition.resources === undefined && definition.skills === undefined) return {};
  const { registry, redact } = settings;
  const icons = definition.itemIcons;
  const templates = registry.resources.filter(isTemplate).map((each) => listedTemplate(each, icons));
  return {
    'resources/templates/list'(params) {
      refuseCursor(params);
      return { resourceTemplates: templates };
    },

    async 'resources/list'(params, context) {
      refuseCursor(params);
      const lists = await Promise.all(registry.resources.map((resource) => listedResources(resource, context, icons)));
      return { resources: redact(lists.flat()) };
    },

    'resources/read': reading(settings, 'resources/read', askedUri, (uri, context) => {
      const request = { method: 'resources/read', target: uri, args: { uri }, subject: { uri } } as const;
      return audited(settings, context, request, async () => {
        const skill = skillFile(definition.skills, uri);
        if (skill !== undefined) return { contents: [{ uri, mimeType: 'text/markdown', text: skill }] };
        const found = registry.resource(uri);
        if (found === undefined) throw new ResourceNotFoundError(uri);
        const { definition: resource } = found.resource;
        return encodeResourceBody(await resource.read(found.variables, context, uri), uri, resource, redact);
      });
    }),
  };
}

function askedUri(params: JsonObject): string {
  return requiredText(params, 'uri');
}

function isTemplate({ matcher }: CompiledResource): boolean {
  return matcher.variableNames.length > 0;
}

function listedTemplate({ definition }: CompiledResource, icons: Icons): ResourceTemplateType {
  const { uriTemplate, ...rest } = listedParts(definition, icons);
  return { uriTemplate, ...rest };
}

/** A plain resource lists itself; a template lists what its definition can enumerate, and a broken one only itself. */
async function listedResources(
  resource: CompiledResource,
  context: RequestContext,
  icons: Icons,
): Promise<readonly Resource[]> {
  if (!isTemplate(resource)) {
    const { uriTemplate, ...rest } = listedParts(resource.definition, icons);
    return [{ uri: uriTemplate, ...rest }];
  }
  try {
    return (await resource.definition.list?.(context)) ?? [];
  } catch (error) {
    context.log.warn(
      { err: error, template: resource.definition.uriTemplate },
      'A resource template could not be listed.',
    );
    return [];
  }
}

type Icons = readonly Icon[] | undefined;

function listedParts(resource: CompiledResource['definition'], standardIcons: Icons) {
  const { uriTemplate, name, title, description, mimeType, annotations, icons = standardIcons, meta } = resource;
  return {
    uriTemplate,
    name,
    description,
    ...(title === undefined ? {} : { title }),
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(annotations === undefined ? {} : { annotations }),
    ...(icons === undefined ? {} : { icons: [...icons] }),
    ...(meta === undefined ? {} : { _meta: { ...meta } }),
  };
}
