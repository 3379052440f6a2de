import type { SkillKind } from '@atrium/contracts'
import { z } from 'zod'

// Importing the contract's schema would add all skill operations to every page.
const kinds = [
  'writing',
  'classification',
  'extraction',
  'persona',
  'instructions',
] as const satisfies readonly SkillKind[]

export const SkillsSearch = z.object({
  q: z.string().max(200).optional().catch(undefined),
  kind: z.enum(kinds).optional().catch(undefined),
})
export type SkillsSearch = z.infer<typeof SkillsSearch>

const version = z.number().int().min(1).optional().catch(undefined)

/** The search parameters of a skill's page. `version` and `with` are the versions to compare. */
export const SkillSearch = z.object({ version, with: version })
export type SkillSearch = z.infer<typeof SkillSearch>
