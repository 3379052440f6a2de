import { z } from 'zod'
import {
  byShortId,
  byVersion,
  GivenName,
  named,
  namedAs,
  namedBody,
  pageQuery,
  pageSchema,
  Timestamp,
  visible,
} from '../core/schemas.ts'
import { ok, page, tagged } from '../core/tagged.ts'

const skills = tagged('Skills')

export const skillKinds = [
  'writing',
  'classification',
  'extraction',
  'persona',
  'instructions',
] as const
export const SkillKind = z.enum(skillKinds)
export type SkillKind = z.infer<typeof SkillKind>

export const maxSkillBody = 50_000

/** Lower-case words joined by hyphens. Never looks like an id. */
const Slug = z
  .string()
  .max(80)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, {
    error: 'Lower-case letters and digits, joined by hyphens',
  })

export const Skill = namedAs('Skill', 'A reusable text for language models, with versions', {
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  kind: SkillKind,
  description: z.string(),
  body: z.string(),
  version: z.number().int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Skill = z.infer<typeof Skill>

export const SkillVersion = named('SkillVersion', {
  skillId: z.string(),
  version: z.number().int(),
  body: z.string(),
  authorId: z.string(),
  createdAt: Timestamp,
})
export type SkillVersion = z.infer<typeof SkillVersion>

export const SkillUse = namedAs('SkillUse', 'A node of a workflow that names a skill', {
  skillId: z.string(),
  /** The pinned version. Null for the newest version. */
  version: z.number().int().nullable(),
  workflowId: z.string(),
  workflowName: z.string(),
  /** True if the workflow is active. The skills of an active workflow cannot be deleted. */
  active: z.boolean(),
  nodeId: z.string(),
})
export type SkillUse = z.infer<typeof SkillUse>

const Description = z.string().max(2_000)
const Body = z.string().min(1).max(maxSkillBody).regex(visible, { error: 'A text is needed' })

export const CreateSkill = namedBody('CreateSkill', {
  name: GivenName,
  /** Derived from the name if absent. */
  slug: Slug.optional(),
  kind: SkillKind,
  description: Description.default(''),
  body: Body,
})
export type CreateSkill = z.output<typeof CreateSkill>

/** The kind cannot change, because nodes that use the skill accept no other kind. */
export const UpdateSkill = z
  .strictObject({ name: GivenName, slug: Slug, description: Description, body: Body })
  .partial()
  .meta({ id: 'UpdateSkill' })
export type UpdateSkill = z.output<typeof UpdateSkill>

const skill = skills.org.resource('/api/skills', byShortId, 'The skill', Skill)

export const listSkills = skill.list('listSkills', pageSchema(Skill), {
  sdk: 'skills.list',
  summary: 'Skills of the organisation, newest first',
  description:
    '`q` is a part of the name, the slug or the description, without regard to case and accents.',
  query: z.object({ ...pageQuery, kind: SkillKind.optional(), q: z.string().max(200).optional() }),
})

export const listSkillUses = skills.org.get('listSkillUses', '/api/skills/uses', {
  sdk: 'skills.uses',
  summary: 'The nodes of workflows that name skills',
  description:
    'At most 2,000; `truncated` states that there are more. `skill` is the id of the only one to look for.',
  query: z.object({ skill: z.string().max(200).optional() }),
  responses: ok(
    'By workflow, the newest first',
    z.object({ items: z.array(SkillUse), truncated: z.boolean() }),
  ),
})

export const createSkill = skill.create('createSkill', {
  sdk: 'skills.create',
  summary: 'Save a new skill as its first version',
  body: CreateSkill,
  errors: ['slug_taken', 'too_many_skills'],
})

export const getSkill = skill.get('getSkill', {
  sdk: 'skills.get',
  summary: 'One skill in its newest version',
})

export const updateSkill = skill.update('updateSkill', {
  sdk: 'skills.update',
  summary: 'Change a skill; another body makes the next version',
  body: UpdateSkill,
  errors: ['slug_taken'],
})

export const deleteSkill = skill.delete('deleteSkill', {
  sdk: 'skills.delete',
  summary: 'Delete a skill with its versions',
  description: 'A skill that an active workflow names is 409 `skill_in_use`.',
  errors: ['skill_in_use'],
})

export const listSkillVersions = skills.org.get('listSkillVersions', '/api/skills/{id}/versions', {
  sdk: 'skills.versions',
  summary: 'Versions of a skill, newest first',
  params: byShortId,
  query: z.object(pageQuery),
  responses: page(SkillVersion),
})

export const getSkillVersion = skills.org.get('getSkillVersion', '/api/skills/{id}/versions/{n}', {
  sdk: 'skills.getVersion',
  summary: 'One version of a skill',
  params: byVersion,
  responses: ok('The version', SkillVersion),
})
