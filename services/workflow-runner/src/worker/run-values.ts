import type { Deps } from '../deps.ts'
import { type RunPlan, type RunValues, readSkillReference, skillsIn } from '../engine/index.ts'
import { skillsOfOrg } from '../skills/find-skill.ts'
import type { ClaimedRun } from './claim-runs.db.ts'

const mostSkills = 100

// Filters that use the organisation's language and time zone, in a graph's JSON text.
const formatsByPlace = /\|(?:\s|\\[nrt])*(?:money|date)\b/

/**
 * Reads the values used by the graph or its filters, when its run starts. Throws the errors of the
 * services.
 */
export async function runValues(
  { db, registry }: Pick<Deps, 'db' | 'registry'>,
  { graph: saved }: Pick<ClaimedRun, 'graph'>,
  { orgId, graph, seeds, woken }: Pick<RunPlan, 'orgId' | 'graph' | 'seeds' | 'woken'>,
  signal: AbortSignal,
): Promise<RunValues> {
  const [items] = seeds.values()
  const values: RunValues = { input: items?.[0]?.json, setting: {}, skill: {} }
  // If the run continues, its graph comes from the snapshot.
  const text = woken === undefined ? saved : JSON.stringify(graph.nodes)
  if (orgId === null || text === null) return values
  if (text.includes('${setting:') || formatsByPlace.test(text)) {
    values.setting = (await registry.ports.orgSettings({ orgId }, signal)).settings
  }
  if (!text.includes('${skill:')) return values
  const find = skillsOfOrg(db, orgId)
  const references = [...skillsIn(graph.nodes)].slice(0, mostSkills)
  const found = await Promise.all(
    references.map(async (name) => {
      const reference = readSkillReference(name)
      const skill = reference === undefined ? undefined : await find(reference)
      return skill === undefined ? [] : [[name, skill.body] as const]
    }),
  )
  values.skill = Object.fromEntries(found.flat())
  return values
}
