import type { NodeDescriptor, WorkflowGraph } from '@atrium/contracts'
import { z } from 'zod'
import type { NodeRules, Pace } from './node-rules.ts'
import { eventChecks, type NodeChecks, nodeChecks } from './type-checks.ts'
import { type GraphProblem, validateGraph } from './validate-graph.ts'

type PaletteRules = Pick<NodeRules, 'type' | 'category' | 'outputs' | 'outputsFrom' | 'params'> &
  NodeChecks

/** Finds a palette's rules for a node type. */
export type PaletteLookup = (type: string) => PaletteRules | undefined

// A schema without `additionalProperties` accepts more keys, and a node ignores them.
function paramsSchema({ inputs }: NodeDescriptor): z.ZodObject {
  try {
    const made = z.fromJSONSchema(inputs)
    if (!(made instanceof z.ZodObject)) return z.looseObject({})
    const { additionalProperties = false } = inputs
    return additionalProperties === false ? z.object(made.shape) : z.looseObject(made.shape)
  } catch {
    // Leaves a schema to the server if zod does not know one of its keywords.
    return z.looseObject({})
  }
}

/**
 * Builds the rules for a palette's nodes from the responses to `GET /api/workflows/nodes` and `GET
 * /api/workflows/event-types`.
 */
export function rulesOfDescriptors(
  descriptors: readonly NodeDescriptor[],
  eventTypes?: readonly string[],
): PaletteLookup {
  const ofEvents: NodeChecks = eventTypes === undefined ? {} : eventChecks(eventTypes)
  const rules = descriptors.map((descriptor): PaletteRules => {
    const { type, category, outputs, outputsFrom } = descriptor
    return {
      type,
      category,
      outputs,
      params: paramsSchema(descriptor),
      ...(outputsFrom === undefined ? {} : { outputsFrom }),
      ...(type === 'trigger.event' ? ofEvents : nodeChecks.get(type)),
    }
  })
  const byType = new Map(rules.map((each) => [each.type, each]))
  return (type) => byType.get(type)
}

const unpaced: Pace = { due: () => false, yield: async () => {} }

/**
 * Returns a graph's problems with a palette, at most 10,000. Runs the server's check except for
 * regular expressions, publish times and other texts that only a server's schema can validate.
 */
export const checkGraph = (graph: WorkflowGraph, lookup: PaletteLookup): Promise<GraphProblem[]> =>
  validateGraph(graph, lookup, unpaced)
