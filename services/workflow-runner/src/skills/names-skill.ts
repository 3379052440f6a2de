import type { WorkflowGraph, WorkflowNode } from '@atrium/contracts'
import { z } from 'zod'
import { isRecord, type NodeDefinition, readSkillReference, skillSubstitution } from '../engine/index.ts'
import type { NodePorts } from '../nodes/ports.ts'

type Find = (type: string) => NodeDefinition<NodePorts> | undefined

interface Names {
  id: string
  slug: string
}

/** Whether a node takes a skill in a parameter; nodes that are not registered take one in `skill`. */
function takesSkill(definition: NodeDefinition<NodePorts> | undefined, name: string): boolean {
  const schema = definition?.params.shape[name]
  if (definition === undefined) return name === 'skill'
  return schema !== undefined && z.globalRegistry.get(schema)?.['format'] === 'skill'
}

const isNamed = (text: string, { id, slug }: Names): boolean => {
  const name = readSkillReference(text)?.name
  return name === id || name === slug
}

function holds(value: unknown, skill: Names): boolean {
  if (typeof value === 'string') {
    const substituted = skillSubstitution(value)
    return substituted === undefined ? value.startsWith(skill.id) : isNamed(substituted, skill)
  }
  if (Array.isArray(value)) return value.some((member) => holds(member, skill))
  return isRecord(value) && Object.values(value).some((member) => holds(member, skill))
}

const nodeNames = ({ type, params }: WorkflowNode, skill: Names, find: Find): boolean =>
  Object.entries(params).some(
    ([name, value]) =>
      holds(value, skill) ||
      (typeof value === 'string' && takesSkill(find(type), name) && isNamed(value, skill)),
  )

/** Whether a graph names a skill: in a parameter that takes one, by its id anywhere, or as `${skill:…}`. */
export const namesSkill = (graph: WorkflowGraph, skill: Names, find: Find): boolean =>
  graph.nodes.some((node) => nodeNames(node, skill, find))
