import type { ExampleStep } from './example-step.ts'

const one = (name: string): Pick<ExampleStep, 'request'> => ({
  request: (seen) => ({ params: { id: seen.text(`${name}.id`) } }),
})

const markup = `<h1>{{ headline }}</h1>
{{#if closed}}<p>We are closed today.</p>{{else}}<ul>{{#each breads}}<li>{{this}}</li>{{/each}}</ul>{{/if}}`

/** Templates, their instances and the published pages. */
export const siteExamples: readonly ExampleStep[] = [
  {
    operation: 'createTemplate',
    name: 'template',
    request: () => ({
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
    }),
  },
  { operation: 'listTemplates', request: () => ({ query: { limit: 10 } }) },
  { operation: 'getTemplate', ...one('template') },
  {
    operation: 'updateTemplate',
    request: (seen) => ({
      params: { id: seen.text('template.id') },
      body: { description: 'The page that the window and the website show' },
    }),
  },
  {
    operation: 'createTemplateInstance',
    name: 'instance',
    request: (seen) => ({
      body: {
        templateId: seen.text('template.id'),
        name: 'Bread of this week',
        values: { headline: 'Fresh from six on', breads: ['Rye', 'Spelt', 'Walnut'] },
      },
    }),
  },
  {
    operation: 'listTemplateInstances',
    request: (seen) => ({ query: { templateId: seen.text('template.id') } }),
  },
  { operation: 'getTemplateInstance', ...one('instance') },
  {
    operation: 'updateTemplateInstance',
    request: (seen) => ({
      params: { id: seen.text('instance.id') },
      body: { values: { headline: 'Fresh from five on', closed: null } },
    }),
  },
  {
    operation: 'createSite',
    name: 'site',
    request: (seen) => ({
      body: { name: 'Bread of the day', slug: 'bread-of-the-day', instanceId: seen.text('instance.id') },
    }),
  },
  { operation: 'listSites' },
  { operation: 'getSite', ...one('site') },
  {
    operation: 'updateSite',
    request: (seen) => ({ params: { id: seen.text('site.id') }, body: { name: 'Bread of today' } }),
  },
  { operation: 'publishSite', ...one('site') },
  {
    operation: 'getPublicSite',
    as: 'nobody',
    request: (seen) => ({ params: { slug: seen.text('site.slug') } }),
  },
  { operation: 'unpublishSite', ...one('site') },
  { operation: 'deleteSite', ...one('site') },
  { operation: 'deleteTemplateInstance', ...one('instance') },
  { operation: 'deleteTemplate', ...one('template') },
]
