import type { Db } from '../database.ts'
import type { FindSkill } from '../engine/index.ts'
import { findSkillText } from './skills.db.ts'

export const skillsOfOrg =
  (db: Db, orgId: string | null): FindSkill =>
  async (reference) =>
    orgId === null ? undefined : findSkillText(db, orgId, reference)
