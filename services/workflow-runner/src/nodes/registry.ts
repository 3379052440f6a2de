import type { NodeDescriptor } from '@atrium/contracts'
import { z } from 'zod'
import type { NodeDefinition } from '../engine/index.ts'
import type { NodePorts } from './ports.ts'

/**
 * Returns true if an organisation has a language model: the operator's model, or an AI account of a
 * member.
 */
export type HasModels = (orgId: string) => Promise<boolean>

export function createRegistry(
  ports: NodePorts,
  nodes: readonly NodeDefinition<NodePorts>[],
  hasModels: HasModels = async () => true,
) {
  const byType = new Map(nodes.map((node) => [node.type, node]))
  const known = new Map<string, NodeDescriptor>()
  const registered = (node: NodeDefinition<NodePorts>, open = ports): boolean =>
    node.available?.(open) ?? true
  const needsModel = (node: NodeDefinition<NodePorts>): boolean =>
    registered(node) && !registered(node, { ...ports, models: null })
  const descriptor = (node: NodeDefinition<NodePorts>): NodeDescriptor => {
    const made = known.get(node.type) ?? toDescriptor(node)
    known.set(node.type, made)
    return made
  }
  return {
    ports,
    lookup(type: string): NodeDefinition<NodePorts> | undefined {
      const node = byType.get(type)
      return node !== undefined && registered(node) ? node : undefined
    },
    descriptors: (): NodeDescriptor[] => nodes.filter((node) => registered(node)).map(descriptor),
    /**
     * Returns the nodes available to an organisation. Nodes that need a language model are left out
     * if the organisation has none. All members get the same nodes.
     */
    async forOrg(orgId: string): Promise<OrgNodes> {
      const open =
        ports.models === null || (await hasModels(orgId)) ? ports : { ...ports, models: null }
      const listed = nodes.filter((node) => registered(node, open))
      const byListedType = new Map(listed.map((node) => [node.type, node]))
      return { lookup: (type) => byListedType.get(type), descriptors: () => listed.map(descriptor) }
    },
    /** Returns true if a node type is unavailable without a language model. */
    needsModel: (type: string): boolean => {
      const node = byType.get(type)
      return node !== undefined && needsModel(node)
    },
    issuesMoney: (type: string): boolean => byType.get(type)?.issuesMoney === true,
    usesPersonsRights: (type: string): boolean => byType.get(type)?.usesPersonsRights === true,
  }
}

export interface OrgNodes {
  lookup(type: string): NodeDefinition<NodePorts> | undefined
  descriptors(): NodeDescriptor[]
}

export type Registry = ReturnType<typeof createRegistry>

export const toDescriptor = (node: NodeDefinition<NodePorts>): NodeDescriptor => ({
  type: node.type,
  label: node.label,
  description: node.description,
  category: node.category,
  mode: node.mode,
  outputs: [...node.outputs],
  ...(node.outputsFrom === undefined ? {} : { outputsFrom: node.outputsFrom }),
  inputs: jsonSchema(node),
  emits: [...node.emits],
  keywords: [...node.keywords],
  skillable: node.skillable,
})

function jsonSchema(node: NodeDefinition<NodePorts>): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(node.params, {
    io: 'input',
    unrepresentable: 'any',
  })
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    if (typeof property === 'boolean' || property.default !== undefined) continue
    // The input schema lacks a default that is set behind `z.preprocess`.
    const usual = z.safeParse(node.params.shape[key] ?? z.never(), undefined)
    if (usual.success && usual.data !== undefined)
      property.default = usual.data as z.core.util.JSONType
  }
  return schema
}
