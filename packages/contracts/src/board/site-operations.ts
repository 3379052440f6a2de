import { z } from 'zod'
import { byId } from '../core/schemas.ts'
import { tagged } from '../core/tagged.ts'
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

const sites = tagged('Sites')
const writeErrors = ['foreign_asset', 'asset_released'] as const

const template = sites.org.resource('/api/templates', byId, 'The template', Template)
const instance = sites.org.resource(
  '/api/template-instances',
  byId,
  'The instance',
  TemplateInstance,
)
const site = sites.org.resource('/api/sites', byId, 'The site', Site)

export const listTemplates = template.list('listTemplates', TemplatePage, {
  sdk: 'templates.list',
  summary: 'Page templates',
  query: PageQuery,
  example: { query: { limit: 10 } },
})
export const createTemplate = template.create('createTemplate', {
  sdk: 'templates.create',
  summary: 'Create a template',
  description:
    'Markup is HTML with `{{ variable }}`, `{{#if variable}} … {{else}} … {{/if}}` and `{{#each list}} … {{this}} … {{/each}}`. Every value is escaped.',
  body: NewTemplate,
  errors: [...writeErrors, 'markup_invalid'],
  example: {
    body: {
      name: 'Bread of the day',
      description: 'The page that the window of the shop shows',
      variables: [
        { name: 'headline', type: 'text', label: 'Headline', required: true },
        { name: 'closed', type: 'boolean', default: false },
        { name: 'breads', type: 'list', default: ['Rye', 'Spelt'] },
      ],
      markup: `<h1>{{ headline }}</h1>
{{#if closed}}<p>We are closed today.</p>{{else}}<ul>{{#each breads}}<li>{{this}}</li>{{/each}}</ul>{{/if}}`,
    },
  },
})
export const getTemplate = template.get('getTemplate', {
  sdk: 'templates.get',
  summary: 'One template',
})
export const updateTemplate = template.update('updateTemplate', {
  sdk: 'templates.update',
  summary: 'Change a template',
  body: TemplatePatch,
  errors: [...writeErrors, 'markup_invalid'],
  example: { body: { description: 'The page that the window and the website show' } },
})
export const deleteTemplate = template.delete('deleteTemplate', {
  sdk: 'templates.delete',
  summary: 'Delete a template that no instance uses',
  errors: ['template_in_use'],
})

export const listTemplateInstances = instance.list('listTemplateInstances', TemplateInstancePage, {
  sdk: 'templateInstances.list',
  summary: 'Template instances',
  query: InstanceQuery,
  example: { query: { templateId: '{createTemplate.id}' } },
})
export const createTemplateInstance = instance.create('createTemplateInstance', {
  sdk: 'templateInstances.create',
  summary: 'Create an instance of a template',
  body: NewTemplateInstance,
  errors: [...writeErrors, 'not_found', 'values_invalid'],
  example: {
    body: {
      templateId: '{createTemplate.id}',
      name: 'Bread of this week',
      values: { headline: 'Fresh from six on', breads: ['Rye', 'Spelt', 'Walnut'] },
    },
  },
})
export const getTemplateInstance = instance.get('getTemplateInstance', {
  sdk: 'templateInstances.get',
  summary: 'One instance',
})
export const updateTemplateInstance = instance.update('updateTemplateInstance', {
  sdk: 'templateInstances.update',
  summary: 'Change an instance',
  description: 'A replaced image is deleted if nothing else uses it.',
  body: TemplateInstancePatch,
  errors: [...writeErrors, 'values_invalid'],
  example: { body: { values: { headline: 'Fresh from five on', closed: null } } },
})
export const deleteTemplateInstance = instance.delete('deleteTemplateInstance', {
  sdk: 'templateInstances.delete',
  summary: 'Delete an instance',
  description: 'Sites that were published from the instance keep their snapshot.',
})

export const listSites = site.list('listSites', SitePage, {
  sdk: 'sites.list',
  summary: 'Sites',
  query: PageQuery,
})
export const createSite = site.create('createSite', {
  sdk: 'sites.create',
  summary: 'Create a site',
  description: 'If `slug` is absent, it is derived from the name.',
  body: NewSite,
  errors: [...writeErrors, 'not_found', 'slug_taken'],
  example: {
    body: {
      name: 'Bread of the day',
      slug: 'bread-of-the-day',
      instanceId: '{createTemplateInstance.id}',
    },
  },
})
export const getSite = site.get('getSite', { sdk: 'sites.get', summary: 'One site' })
export const updateSite = site.update('updateSite', {
  sdk: 'sites.update',
  summary: 'Change a site',
  body: SitePatch,
  errors: ['slug_taken', 'foreign_asset'],
  example: { body: { name: 'Bread of today' } },
})
export const deleteSite = site.delete('deleteSite', {
  sdk: 'sites.delete',
  summary: 'Delete a site and its snapshot',
})
export const publishSite = site.action('publishSite', 'publish', {
  sdk: 'sites.publish',
  summary: 'Publish a snapshot of the page',
  errors: ['nothing_to_publish', 'values_invalid', 'asset_released'],
})
export const unpublishSite = site.action('unpublishSite', 'unpublish', {
  sdk: 'sites.unpublish',
  summary: 'Stop serving the snapshot, but keep it',
  errors: ['not_published'],
})
export const getPublicSite = sites.public.get('getPublicSite', '/api/public/sites/{slug}', {
  sdk: null,
  summary: 'A published page',
  description:
    'HTML with a strict content security policy: no scripts, no embedded content, and forms only to `/api/public/quotes`.',
  params: z.object({
    slug: z.string().describe('The record’s slug, the last part of its public URL.'),
  }),
  responses: {
    200: { description: 'The page', content: { 'text/html': z.string() } },
    304: { description: 'Not modified' },
  },
  example: { params: { slug: '{createSite.slug}' } },
})
