import { z } from 'zod'
import { defineOperation } from '../core/operation.ts'
import {
  InstanceQuery,
  NewSite,
  NewTemplate,
  NewTemplateInstance,
  PageQuery,
  Site,
  SitePage,
  SitePatch,
  Template,
  TemplateInstance,
  TemplateInstancePage,
  TemplateInstancePatch,
  TemplatePage,
  TemplatePatch,
} from './sites.ts'

const ofOrg = { tag: 'Sites', access: 'org' } as const
const ofOne = { ...ofOrg, params: z.object({ id: z.string() }) }
const location = { Location: 'Its address' }
const writeErrors = ['validation_failed', 'foreign_asset', 'asset_released'] as const

export const listTemplates = defineOperation({
  id: 'listTemplates',
  method: 'get',
  path: '/api/templates',
  ...ofOrg,
  summary: 'Page templates',
  query: PageQuery,
  responses: { 200: { description: 'A page of templates', schema: TemplatePage } },
})
export const createTemplate = defineOperation({
  id: 'createTemplate',
  method: 'post',
  path: '/api/templates',
  ...ofOrg,
  summary: 'Create a template',
  description:
    'Markup is HTML with `{{ variable }}`, `{{#if variable}} … {{else}} … {{/if}}` and `{{#each list}} … {{this}} … {{/each}}`. Every value is escaped.',
  body: NewTemplate,
  idempotent: true,
  responses: { 201: { headers: location, description: 'The template', schema: Template } },
  errors: [...writeErrors, 'markup_invalid'],
})
export const getTemplate = defineOperation({
  id: 'getTemplate',
  method: 'get',
  path: '/api/templates/{id}',
  ...ofOne,
  summary: 'One template',
  responses: { 200: { description: 'The template', schema: Template } },
})
export const updateTemplate = defineOperation({
  id: 'updateTemplate',
  method: 'patch',
  path: '/api/templates/{id}',
  ...ofOne,
  summary: 'Change a template',
  body: TemplatePatch,
  responses: { 200: { description: 'The template', schema: Template } },
  errors: [...writeErrors, 'not_found', 'markup_invalid'],
})
export const deleteTemplate = defineOperation({
  id: 'deleteTemplate',
  method: 'delete',
  path: '/api/templates/{id}',
  ...ofOne,
  summary: 'Delete a template that no instance uses',
  responses: { 204: { description: 'Deleted' } },
  errors: ['not_found', 'template_in_use'],
})

export const listTemplateInstances = defineOperation({
  id: 'listTemplateInstances',
  method: 'get',
  path: '/api/template-instances',
  ...ofOrg,
  summary: 'Template instances',
  query: InstanceQuery,
  responses: { 200: { description: 'A page of instances', schema: TemplateInstancePage } },
})
export const createTemplateInstance = defineOperation({
  id: 'createTemplateInstance',
  method: 'post',
  path: '/api/template-instances',
  ...ofOrg,
  summary: 'Create an instance of a template',
  body: NewTemplateInstance,
  idempotent: true,
  responses: { 201: { headers: location, description: 'The instance', schema: TemplateInstance } },
  errors: [...writeErrors, 'not_found', 'values_invalid'],
})
export const getTemplateInstance = defineOperation({
  id: 'getTemplateInstance',
  method: 'get',
  path: '/api/template-instances/{id}',
  ...ofOne,
  summary: 'One instance',
  responses: { 200: { description: 'The instance', schema: TemplateInstance } },
})
export const updateTemplateInstance = defineOperation({
  id: 'updateTemplateInstance',
  method: 'patch',
  path: '/api/template-instances/{id}',
  ...ofOne,
  summary: 'Change an instance',
  description: 'An image that is swapped for another is released when nothing else points at it.',
  body: TemplateInstancePatch,
  responses: { 200: { description: 'The instance', schema: TemplateInstance } },
  errors: [...writeErrors, 'not_found', 'values_invalid'],
})
export const deleteTemplateInstance = defineOperation({
  id: 'deleteTemplateInstance',
  method: 'delete',
  path: '/api/template-instances/{id}',
  ...ofOne,
  summary: 'Delete an instance',
  description: 'Sites that were published from it keep their snapshot.',
  responses: { 204: { description: 'Deleted' } },
  errors: ['not_found'],
})

export const listSites = defineOperation({
  id: 'listSites',
  method: 'get',
  path: '/api/sites',
  ...ofOrg,
  summary: 'Sites',
  query: PageQuery,
  responses: { 200: { description: 'A page of sites', schema: SitePage } },
})
export const createSite = defineOperation({
  id: 'createSite',
  method: 'post',
  path: '/api/sites',
  ...ofOrg,
  summary: 'Create a site',
  description: 'Without a `slug` one is made from the name.',
  body: NewSite,
  idempotent: true,
  responses: { 201: { headers: location, description: 'The site', schema: Site } },
  errors: [...writeErrors, 'not_found', 'slug_taken'],
})
export const getSite = defineOperation({
  id: 'getSite',
  method: 'get',
  path: '/api/sites/{id}',
  ...ofOne,
  summary: 'One site',
  responses: { 200: { description: 'The site', schema: Site } },
})
export const updateSite = defineOperation({
  id: 'updateSite',
  method: 'patch',
  path: '/api/sites/{id}',
  ...ofOne,
  summary: 'Change a site',
  body: SitePatch,
  responses: { 200: { description: 'The site', schema: Site } },
  errors: ['not_found', 'slug_taken', 'foreign_asset'],
})
export const deleteSite = defineOperation({
  id: 'deleteSite',
  method: 'delete',
  path: '/api/sites/{id}',
  ...ofOne,
  summary: 'Delete a site and its snapshot',
  responses: { 204: { description: 'Deleted' } },
  errors: ['not_found'],
})
export const publishSite = defineOperation({
  id: 'publishSite',
  method: 'post',
  path: '/api/sites/{id}/publish',
  ...ofOne,
  summary: 'Freeze a snapshot and serve it',
  responses: { 200: { description: 'The site', schema: Site } },
  errors: ['not_found', 'nothing_to_publish', 'values_invalid', 'asset_released'],
})
export const unpublishSite = defineOperation({
  id: 'unpublishSite',
  method: 'post',
  path: '/api/sites/{id}/unpublish',
  ...ofOne,
  summary: 'Stop serving the snapshot; it is kept',
  responses: { 200: { description: 'The site', schema: Site } },
  errors: ['not_found', 'not_published'],
})
export const getPublicSite = defineOperation({
  id: 'getPublicSite',
  method: 'get',
  path: '/api/public/sites/{slug}',
  tag: ofOrg.tag,
  summary: 'A published page',
  description:
    'HTML under a strict content security policy: no scripts, nothing embedded, forms only to `/api/public/quotes`.',
  access: 'public',
  params: z.object({ slug: z.string() }),
  responses: {
    200: { description: 'The page', content: { 'text/html': z.string() } },
    304: { description: 'Not modified' },
  },
  errors: ['not_found'],
})
