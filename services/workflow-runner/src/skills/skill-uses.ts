import type { SkillUse } from '@atrium/contracts'
import type { Ctx, Deps } from '../deps.ts'
import { skillsOfNode } from './names-skill.ts'
import { graphsWithSkills, skillNames } from './skills.db.ts'

const mostUses = 2_000
const graphsAtOnce = 50

export async function skillUses(
  { db, registry }: Deps,
  { principal: { orgId } }: Ctx,
  skill: string | undefined,
): Promise<{ items: SkillUse[]; truncated: boolean }> {
  const ids = new Map<string, string>()
  for (const { id, slug } of await skillNames(db, orgId)) {
    if (skill === undefined || skill === id) ids.set(id, id).set(slug, id)
  }
  const items: SkillUse[] = []
  if (ids.size === 0) return { items, truncated: false }
  let before: string | undefined
  do {
    const rows = await graphsWithSkills(db, orgId, before, graphsAtOnce)
    for (const { id: workflowId, name: workflowName, active, graph } of rows) {
      for (const node of graph.nodes) {
        for (const { name, version = null } of skillsOfNode(node, registry.lookup)) {
          const skillId = ids.get(name)
          if (skillId === undefined) continue
          if (items.length === mostUses) return { items, truncated: true }
          items.push({ skillId, version, workflowId, workflowName, active, nodeId: node.id })
        }
      }
    }
    before = rows.length < graphsAtOnce ? undefined : rows.at(-1)?.id
  } while (before !== undefined)
  return { items, truncated: false }
}
