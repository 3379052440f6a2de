import { z } from 'zod'
import {
  byShortId,
  byVersion,
  CreatedAt,
  GivenName,
  named,
  namedAs,
  namedBody,
  pageQuery,
  pageSchema,
  RecordId,
  UpdatedAt,
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
    error: 'Use lower-case letters, digits and hyphens',
  })

export const Skill = namedAs('Skill', 'A reusable text for language models, with versions', {
  id: RecordId,
  slug: z.string().describe('The word that references use, unique in the organisation.'),
  name: z.string().describe('The display name.'),
  kind: SkillKind.describe('What the text is for. Each node takes one kind. It never changes.'),
  description: z.string().describe('What the skill does. Empty by default.'),
  body: z.string().describe('The text for the language model, at most 50,000 characters.'),
  version: z.number().int().describe('The number of the newest version. The first is 1.'),
  createdAt: CreatedAt,
  updatedAt: UpdatedAt,
})
export type Skill = z.infer<typeof Skill>

export const SkillVersion = named('SkillVersion', {
  skillId: z.string().describe('The skill’s id.'),
  version: z.number().int().describe('The version’s number. The first is 1.'),
  body: z.string().describe('The version’s text.'),
  authorId: z.string().describe('The id of the user who wrote the version.'),
  createdAt: CreatedAt,
})
export type SkillVersion = z.infer<typeof SkillVersion>

export const SkillUse = namedAs('SkillUse', 'A workflow node that uses a skill', {
  skillId: z.string().describe('The skill’s id.'),
  version: z.number().int().nullable().describe('The pinned version. Null for the newest version.'),
  workflowId: z.string().describe('The workflow’s id.'),
  workflowName: z.string().describe('The workflow’s name.'),
  active: z
    .boolean()
    .describe(
      'True if the workflow is active. The skills of an active workflow cannot be deleted.',
    ),
  nodeId: z.string().describe('The node’s id in the graph.'),
})
export type SkillUse = z.infer<typeof SkillUse>

const Description = z.string().max(2_000)
const Body = z.string().min(1).max(maxSkillBody).regex(visible, { error: 'Enter a text' })

export const CreateSkill = namedBody('CreateSkill', {
  name: GivenName.describe('The display name.'),
  slug: Slug.optional().describe(
    'The word that references use, unique in the organisation. Derived from the name by default.',
  ),
  kind: SkillKind.describe('What the text is for. Each node takes one kind. It never changes.'),
  description: Description.default('').describe('What the skill does. Empty by default.'),
  body: Body.describe('The text for the language model, at most 50,000 characters.'),
})
export type CreateSkill = z.output<typeof CreateSkill>

/** The kind cannot change, because nodes with the skill accept no other kind. */
export const UpdateSkill = z
  .strictObject({
    name: GivenName.describe('The display name.'),
    slug: Slug.describe('The word that references use, unique in the organisation.'),
    description: Description.describe('What the skill does. Empty by default.'),
    body: Body.describe(
      'The text for the language model, at most 50,000 characters. A different text creates a new version.',
    ),
  })
  .partial()
  .meta({ id: 'UpdateSkill' })
export type UpdateSkill = z.output<typeof UpdateSkill>

const skill = skills.org.resource('/api/skills', byShortId, 'The skill', Skill)

export const listSkills = skill.list('listSkills', pageSchema(Skill), {
  sdk: 'skills.list',
  summary: 'Skills of the organisation, newest first',
  description: '`q` is part of the name, slug or description, ignoring case and accents.',
  query: z.object({
    ...pageQuery,
    kind: SkillKind.optional().describe('Returns only records of this kind.'),
    q: z.string().max(200).optional().describe('The text to search for.'),
  }),
  example: { query: { kind: 'writing', q: 'bakery' } },
})

export const listSkillUses = skills.org.get('listSkillUses', '/api/skills/uses', {
  sdk: 'skills.uses',
  summary: 'The workflow nodes that use skills',
  description:
    'At most 2,000. `truncated` is true if there are more. `skill` returns only the uses of this skill.',
  query: z.object({ skill: z.string().max(200).optional().describe('A reference to the skill.') }),
  responses: ok(
    'By workflow, newest first',
    z.object({
      items: z.array(SkillUse).describe('The uses by workflow, newest first, at most 2,000.'),
      truncated: z.boolean().describe('True if there are more.'),
    }),
  ),
  example: { query: { skill: '{createSkill.id}' } },
})

export const createSkill = skill.create('createSkill', {
  sdk: 'skills.create',
  summary: 'Create a skill with its first version',
  body: CreateSkill,
  errors: ['slug_taken', 'too_many_skills'],
  example: {
    body: {
      name: 'Voice of the bakery',
      slug: 'voice-of-the-bakery',
      kind: 'writing',
      description: 'How we write to our customers',
      body: 'Write briefly and warmly. Name prices in euros. No exclamation marks.',
    },
  },
})

export const getSkill = skill.get('getSkill', {
  sdk: 'skills.get',
  summary: 'The newest version of a skill',
})

export const updateSkill = skill.update('updateSkill', {
  sdk: 'skills.update',
  summary: 'Change a skill. A different body creates a new version',
  body: UpdateSkill,
  errors: ['slug_taken'],
  example: {
    body: { body: 'Write briefly and warmly. Name prices in euros. One thought in a sentence.' },
  },
})

export const deleteSkill = skill.delete('deleteSkill', {
  sdk: 'skills.delete',
  summary: 'Delete a skill with its versions',
  description: 'If an active workflow uses the skill, the error is 409 `skill_in_use`.',
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
  example: { params: { n: 1 } },
})
