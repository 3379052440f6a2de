import * as operations from '@atrium/contracts'
import { createView } from '@atrium/database'
import { type AppEnv, mount } from '@atrium/http'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { createSkill, deleteSkill, updateSkill } from './manage-skills.ts'
import { skillUses } from './skill-uses.ts'
import { getSkillRow, getVersionRow, pageOfSkills, pageOfVersions } from './skills.db.ts'

const skillView = createView(operations.Skill)
const versionView = createView(operations.SkillVersion)

export function skillRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const { db } = deps
  mount(app, operations.listSkills, async ({ principal, query }) => {
    const { rows, ...page } = await pageOfSkills(db, principal.orgId, query)
    return { items: rows.map(skillView), ...page }
  })
  mount(app, operations.listSkillUses, (call) => skillUses(deps, call, call.query.skill))
  mount(app, operations.createSkill, { db }, async (call) =>
    skillView(await createSkill(deps, call, call.body)),
  )
  mount(app, operations.getSkill, async ({ principal, params }) =>
    skillView(await getSkillRow(db, principal.orgId, params.id)),
  )
  mount(app, operations.updateSkill, async (call) =>
    skillView(await updateSkill(deps, call, { id: call.params.id, changes: call.body })),
  )
  mount(app, operations.deleteSkill, (call) => deleteSkill(deps, call, call.params.id))
  mount(app, operations.listSkillVersions, async ({ principal, params, query }) => {
    const skill = await getSkillRow(db, principal.orgId, params.id)
    const { rows, ...page } = await pageOfVersions(db, skill, query)
    return { items: rows.map(versionView), ...page }
  })
  mount(app, operations.getSkillVersion, async ({ principal, params }) =>
    versionView(await getVersionRow(db, principal.orgId, params.id, params.n)),
  )
}
