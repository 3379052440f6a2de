import type { ReferenceTable } from './table.ts'

const variable = {
  name: 'The name that the markup uses',
  type: 'The form of the value; `text` by default',
  label: 'What people read beside the field; without it the dashboard makes it from `name`',
  required: 'Whether a page needs a value, given or by default, to be published',
  default: 'The value of instances that give none',
}
const template = {
  name: 'The name that people read',
  description: 'What the template is for; empty by default',
  variables: 'The values that an instance fills in, at most 200',
  markup: 'HTML with `{{ variable }}`, `{{#if}}` and `{{#each}}`; every value is escaped',
}
const values = 'The values by the names of the variables of the template'
const pageLimit =
  'The most records of the page; fewer than were asked for where very large ones end it early'
const site = {
  name: 'The name that people read',
  slug: 'The last part of the public address, once in the deployment',
  instanceId: 'The instance that the next publication takes',
}

/** Templates, template instances and sites. */
export const pages: ReferenceTable = {
  Template: template,
  NewTemplate: template,
  TemplatePatch: template,
  TemplateVariable: variable,
  TemplateVariableInput: variable,
  TemplatePage: { limit: pageLimit },
  TemplateInstancePage: { limit: pageLimit },
  TemplateInstance: {
    templateId: 'The id of its template',
    name: 'The name that people read',
    values,
  },
  NewTemplateInstance: {
    templateId: 'The id of the template',
    name: 'The name that people read; `Untitled` by default',
    values,
  },
  TemplateInstancePatch: {
    name: 'The new name',
    values: 'Values to merge: absent ones stay, null removes one',
  },
  Site: {
    ...site,
    instanceId: 'The instance that the next publication takes; null once that is gone',
    status: '`published` while the snapshot is served; `unpublished` keeps it',
    url: 'The public address, which answers 404 unless the site is published',
    publishedAt: 'The moment of the snapshot; null before the first one',
  },
  NewSite: { ...site, slug: 'The last part of the public address; made from the name by default' },
  SitePatch: site,
}
