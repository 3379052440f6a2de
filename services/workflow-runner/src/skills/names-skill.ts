import type { WorkflowGraph, WorkflowNode } from '@atrium/contracts'
import { z } from 'zod'
import {
  isRecord,
  type NodeDefinition,
  readSkillReference,
  type SkillReference,
  skillSubstitution,
} from '../engine/index.ts'
import type { NodePorts } from '../nodes/ports.ts'

export type FindNode = (type: string) => NodeDefinition<NodePorts> | undefined

const beginsWithId = /^skill_[0-9a-f]{32}/

/** True if the node's parameter takes a skill. If the node is not registered, only `skill` does. */
function takesSkill(definition: NodeDefinition<NodePorts> | undefined, name: string): boolean {
  const schema = definition?.params.shape[name]
  if (definition === undefined) return name === 'skill'
  return schema !== undefined && z.globalRegistry.get(schema)?.['format'] === 'skill'
}

function referenceIn(text: string, takes: boolean): SkillReference | undefined {
  const substituted = skillSubstitution(text)
  if (substituted !== undefined) return readSkillReference(substituted)
  const [id] = beginsWithId.exec(text) ?? []
  if (id !== undefined) return readSkillReference(text) ?? { name: id, version: undefined }
  return takes ? readSkillReference(text) : undefined
}

function collect(value: unknown, takes: boolean, found: SkillReference[]): SkillReference[] {
  if (typeof value === 'string') {
    const reference = referenceIn(value, takes)
    if (reference !== undefined) found.push(reference)
  } else if (Array.isArray(value)) for (const member of value) collect(member, false, found)
  else if (isRecord(value)) for (const member of Object.values(value)) collect(member, false, found)
  return found
}

/** Returns a node's skills: in a skill parameter, by an id in any parameter, or as `${skill:…}`. */
export const skillsOfNode = ({ type, params }: WorkflowNode, find: FindNode): SkillReference[] =>
  Object.entries(params).flatMap(([name, value]) =>
    collect(value, takesSkill(find(type), name), []),
  )

export const namesSkill = (
  graph: WorkflowGraph,
  { id, slug }: { id: string; slug: string },
  find: FindNode,
): boolean =>
  graph.nodes.some((node) =>
    skillsOfNode(node, find).some(({ name }) => name === id || name === slug),
  )
