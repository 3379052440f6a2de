import { type ExampleStep, from, one } from './example-step.ts'

const markup = `<h1>{{ headline }}</h1>
{{#if closed}}<p>We are closed today.</p>{{else}}<ul>{{#each breads}}<li>{{this}}</li>{{/each}}</ul>{{/if}}`

/** Templates, their instances and the published pages. */
export const siteExamples: readonly ExampleStep[] = [
  {
    operation: 'createTemplate',
    name: 'template',
    body: {
      name: 'Bread of the day',
      description: 'The page that the window of the shop shows',
      variables: [
        { name: 'headline', type: 'text', label: 'Headline', required: true },
        { name: 'closed', type: 'boolean', default: false },
        { name: 'breads', type: 'list', default: ['Rye', 'Spelt'] },
      ],
      markup,
    },
  },
  { operation: 'listTemplates', query: { limit: 10 } },
  { operation: 'getTemplate', ...one('template') },
  {
    operation: 'updateTemplate',
    ...one('template'),
    body: { description: 'The page that the window and the website show' },
  },
  {
    operation: 'createTemplateInstance',
    name: 'instance',
    body: {
      templateId: from('template.id'),
      name: 'Bread of this week',
      values: { headline: 'Fresh from six on', breads: ['Rye', 'Spelt', 'Walnut'] },
    },
  },
  { operation: 'listTemplateInstances', query: { templateId: from('template.id') } },
  { operation: 'getTemplateInstance', ...one('instance') },
  {
    operation: 'updateTemplateInstance',
    ...one('instance'),
    body: { values: { headline: 'Fresh from five on', closed: null } },
  },
  {
    operation: 'createSite',
    name: 'site',
    body: { name: 'Bread of the day', slug: 'bread-of-the-day', instanceId: from('instance.id') },
  },
  { operation: 'listSites' },
  { operation: 'getSite', ...one('site') },
  { operation: 'updateSite', ...one('site'), body: { name: 'Bread of today' } },
  { operation: 'publishSite', ...one('site') },
  { operation: 'getPublicSite', as: 'nobody', params: { slug: from('site.slug') } },
  { operation: 'unpublishSite', ...one('site') },
  { operation: 'deleteSite', ...one('site') },
  { operation: 'deleteTemplateInstance', ...one('instance') },
  { operation: 'deleteTemplate', ...one('template') },
]
