import type { NodeDescriptor } from '@atrium/contracts'
import { z } from 'zod'
import type { NodeDefinition } from '../engine/index.ts'
import type { NodePorts } from './ports.ts'

export function createRegistry(ports: NodePorts, nodes: readonly NodeDefinition<NodePorts>[]) {
  const byType = new Map(nodes.map((node) => [node.type, node]))
  const known = new Map<string, NodeDescriptor>()
  const registered = (node: NodeDefinition<NodePorts>): boolean => node.available?.(ports) ?? true
  const descriptor = (node: NodeDefinition<NodePorts>): NodeDescriptor => {
    const made = known.get(node.type) ?? descriptorOf(node)
    known.set(node.type, made)
    return made
  }
  return {
    ports,
    lookup(type: string): NodeDefinition<NodePorts> | undefined {
      const node = byType.get(type)
      return node !== undefined && registered(node) ? node : undefined
    },
    issuesMoney: (type: string): boolean => byType.get(type)?.issuesMoney === true,
    usesPersonsRights: (type: string): boolean => byType.get(type)?.usesPersonsRights === true,
    descriptors: (): NodeDescriptor[] => nodes.filter(registered).map(descriptor),
  }
}

export type Registry = ReturnType<typeof createRegistry>

export const descriptorOf = (node: NodeDefinition<NodePorts>): NodeDescriptor => ({
  type: node.type,
  label: node.label,
  description: node.description,
  category: node.category,
  mode: node.mode,
  outputs: [...node.outputs],
  ...(node.outputsFrom === undefined ? {} : { outputsFrom: node.outputsFrom }),
  inputs: jsonSchema(node),
  emits: [...node.emits],
  skillable: node.skillable,
})

function jsonSchema(node: NodeDefinition<NodePorts>): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(node.params, { io: 'input', unrepresentable: 'any' })
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    if (typeof property === 'boolean' || property.default !== undefined) continue
    // A default behind `z.preprocess` is missing from the schema of the input.
    const usual = z.safeParse(node.params.shape[key] ?? z.never(), undefined)
    if (usual.success && usual.data !== undefined) property.default = usual.data as z.core.util.JSONType
  }
  return schema
}
