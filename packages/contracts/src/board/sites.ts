import { z } from 'zod'
import { JsonRecord, JsonValue } from '../core/free-json.ts'
import { GivenName, named, namedBody, pageQuery, pageSchema, Timestamp } from '../core/schemas.ts'

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
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/),
  type: z.enum(variableTypes).default('text'),
  label: z.string().max(200).optional(),
  required: z.boolean().optional(),
  default: JsonValue.optional(),
})
/** A variable that each instance fills in. */
export const TemplateVariable = variable.meta({ id: 'TemplateVariable' })
export type TemplateVariable = z.infer<typeof TemplateVariable>

const Variables = z
  // The request form, in which the type is optional.
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

/** The fields that every record of an organisation ends with. */
const stored = { orgId: z.string(), createdAt: Timestamp, updatedAt: Timestamp }

export const Template = named('Template', {
  id: z.string(),
  name: z.string(),
  description: z.string(),
  variables: z.array(TemplateVariable),
  markup: z.string(),
  ...stored,
})
export type Template = z.infer<typeof Template>
export const NewTemplate = namedBody('NewTemplate', {
  name: GivenName,
  description: description.default(''),
  variables: Variables.default([]),
  markup: markup.default(''),
})
export type NewTemplate = z.infer<typeof NewTemplate>
export const TemplatePatch = z
  .strictObject({ name: GivenName, description, variables: Variables, markup })
  .partial()
  .meta({ id: 'TemplatePatch' })
export type TemplatePatch = z.infer<typeof TemplatePatch>

export const TemplateInstance = named('TemplateInstance', {
  id: z.string(),
  templateId: z.string(),
  name: z.string(),
  values: z.record(z.string(), z.unknown()),
  ...stored,
})
export type TemplateInstance = z.infer<typeof TemplateInstance>
export const NewTemplateInstance = namedBody('NewTemplateInstance', {
  templateId: z.string(),
  name: GivenName.default('Untitled'),
  values: JsonRecord.default({}),
})
export type NewTemplateInstance = z.infer<typeof NewTemplateInstance>
/** `values` is a merge: absent values stay, and `null` removes a value. */
export const TemplateInstancePatch = namedBody('TemplateInstancePatch', {
  name: GivenName.optional(),
  values: JsonRecord.optional(),
})
export type TemplateInstancePatch = z.infer<typeof TemplateInstancePatch>

const slug = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)

export const Site = named('Site', {
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  /** Null if the instance was deleted. A published snapshot stays. */
  instanceId: z.string().nullable(),
  status: z.enum(['draft', 'published', 'unpublished']),
  /** The URL of the public page. It returns 404 unless the site is published. */
  url: z.string(),
  publishedAt: Timestamp.nullable(),
  ...stored,
})
export type Site = z.infer<typeof Site>
export const NewSite = namedBody('NewSite', {
  name: GivenName,
  slug: slug.optional(),
  instanceId: z.string(),
})
export type NewSite = z.infer<typeof NewSite>
export const SitePatch = NewSite.partial().meta({ id: 'SitePatch' })
export type SitePatch = z.infer<typeof SitePatch>

export const PageQuery = z.object(pageQuery)
export const InstanceQuery = z.object({ templateId: z.string().optional(), ...pageQuery })
export const TemplatePage = pageSchema(Template).meta({ id: 'TemplatePage' })
export const TemplateInstancePage = pageSchema(TemplateInstance).meta({
  id: 'TemplateInstancePage',
})
export const SitePage = pageSchema(Site).meta({ id: 'SitePage' })
