import { z } from 'zod'
import { JsonRecord, JsonValue } from '../core/free-json.ts'
import {
  CreatedAt,
  GivenName,
  named,
  namedBody,
  OrgId,
  pageQuery,
  pageSchema,
  RecordId,
  Timestamp,
  UpdatedAt,
} from '../core/schemas.ts'

export const variableTypes = [
  'text',
  'longtext',
  'number',
  'boolean',
  'url',
  'image',
  'color',
  'list',
] as const

const variable = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/)
    .describe('The name that the markup uses.'),
  type: z.enum(variableTypes).default('text').describe('The type of the value. `text` by default.'),
  label: z
    .string()
    .max(200)
    .optional()
    .describe('The field’s label. If absent, the dashboard derives it from `name`.'),
  required: z
    .boolean()
    .optional()
    .describe('True if a page needs a value, its own or the default, to be published.'),
  default: JsonValue.optional().describe('The value for instances that have none.'),
})
/** A variable filled in by each instance. */
export const TemplateVariable = variable.meta({ id: 'TemplateVariable' })
export type TemplateVariable = z.infer<typeof TemplateVariable>

const Variables = z
  // The request form. The type is optional there.
  .array(variable.meta({ id: 'TemplateVariableInput' }))
  .max(200)
  .refine(
    (variables) => new Set(variables.map((variable) => variable.name)).size === variables.length,
    {
      error: 'Two variables have the same name',
    },
  )
const markup = z.string().max(500_000)
const description = z.string().max(2_000)

/** The last fields of every record with an organisation. */
const stored = { orgId: OrgId, createdAt: CreatedAt, updatedAt: UpdatedAt }

export const Template = named('Template', {
  id: RecordId,
  name: z.string().describe('The display name.'),
  description: z.string().describe('What the template is for. Empty by default.'),
  variables: z
    .array(TemplateVariable)
    .describe('The values that an instance fills in, at most 200.'),
  markup: z
    .string()
    .describe('HTML with `{{ variable }}`, `{{#if}}` and `{{#each}}`. Every value is escaped.'),
  ...stored,
})
export type Template = z.infer<typeof Template>
export const NewTemplate = namedBody('NewTemplate', {
  name: GivenName.describe('The display name.'),
  description: description.default('').describe('What the template is for. Empty by default.'),
  variables: Variables.default([]).describe('The values that an instance fills in, at most 200.'),
  markup: markup
    .default('')
    .describe('HTML with `{{ variable }}`, `{{#if}}` and `{{#each}}`. Every value is escaped.'),
})
export type NewTemplate = z.infer<typeof NewTemplate>
export const TemplatePatch = z
  .strictObject({
    name: GivenName.describe('The display name.'),
    description: description.describe('What the template is for. Empty by default.'),
    variables: Variables.describe('The values that an instance fills in, at most 200.'),
    markup: markup.describe(
      'HTML with `{{ variable }}`, `{{#if}}` and `{{#each}}`. Every value is escaped.',
    ),
  })
  .partial()
  .meta({ id: 'TemplatePatch' })
export type TemplatePatch = z.infer<typeof TemplatePatch>

export const TemplateInstance = named('TemplateInstance', {
  id: RecordId,
  templateId: z.string().describe('The id of its template.'),
  name: z.string().describe('The display name.'),
  values: z.record(z.string(), z.unknown()).describe('The values by variable name.'),
  ...stored,
})
export type TemplateInstance = z.infer<typeof TemplateInstance>
export const NewTemplateInstance = namedBody('NewTemplateInstance', {
  templateId: z.string().describe('The template’s id.'),
  name: GivenName.default('Untitled').describe('The display name. `Untitled` by default.'),
  values: JsonRecord.default({}).describe('The values by variable name.'),
})
export type NewTemplateInstance = z.infer<typeof NewTemplateInstance>
/** `values` is a merge: absent values stay, and `null` removes a value. */
export const TemplateInstancePatch = namedBody('TemplateInstancePatch', {
  name: GivenName.optional().describe('The new name.'),
  values: JsonRecord.optional().describe(
    'The values to merge. Absent ones stay, and null removes one.',
  ),
})
export type TemplateInstancePatch = z.infer<typeof TemplateInstancePatch>

const slug = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)

export const Site = named('Site', {
  id: RecordId,
  name: z.string().describe('The display name.'),
  slug: z.string().describe('The last part of the public URL, unique in the deployment.'),
  instanceId: z
    .string()
    .nullable()
    .describe(
      'The instance that the next publication uses. Null if it was deleted. A published snapshot stays.',
    ),
  status: z
    .enum(['draft', 'published', 'unpublished'])
    .describe('`published` while visitors can see the snapshot. `unpublished` keeps it.'),
  url: z.string().describe('The public page’s URL. It returns 404 unless the site is published.'),
  publishedAt: Timestamp.nullable().describe(
    'When the snapshot was made. Null until the site is first published.',
  ),
  ...stored,
})
export type Site = z.infer<typeof Site>
export const NewSite = namedBody('NewSite', {
  name: GivenName.describe('The display name.'),
  slug: slug
    .optional()
    .describe(
      'The last part of the public URL, unique in the deployment. Derived from the name if a new site has none.',
    ),
  instanceId: z.string().describe('The instance that the next publication uses.'),
})
export type NewSite = z.infer<typeof NewSite>
export const SitePatch = NewSite.partial().meta({ id: 'SitePatch' })
export type SitePatch = z.infer<typeof SitePatch>

export const PageQuery = z.object(pageQuery)
export const InstanceQuery = z.object({
  templateId: z.string().optional().describe('Returns only instances of this template.'),
  ...pageQuery,
})
export const TemplatePage = pageSchema(Template).meta({ id: 'TemplatePage' })
export const TemplateInstancePage = pageSchema(TemplateInstance).meta({
  id: 'TemplateInstancePage',
})
export const SitePage = pageSchema(Site).meta({ id: 'SitePage' })
