import type { NodeDescriptor, WorkflowGraph } from '@atrium/contracts'
import { z } from 'zod'
import { eventChecks, type NodeChecks, nodeChecks } from './checks-of-types.ts'
import type { NodeRules, Pace } from './node-rules.ts'
import { type GraphProblem, validateGraph } from './validate-graph.ts'

type PaletteRules = Pick<NodeRules, 'type' | 'category' | 'outputs' | 'outputsFrom' | 'params'> & NodeChecks

/** Finds the rules of a type of node of a palette. */
export type PaletteLookup = (type: string) => PaletteRules | undefined

// A schema of an object without `additionalProperties` takes further keys, and a node ignores them.
function paramsOf({ inputs }: NodeDescriptor): z.ZodObject {
  try {
    const made = z.fromJSONSchema(inputs)
    if (!(made instanceof z.ZodObject)) return z.looseObject({})
    const { additionalProperties = false } = inputs
    return additionalProperties === false ? z.object(made.shape) : z.looseObject(made.shape)
  } catch {
    // A schema with a word that zod does not read is left to the server.
    return z.looseObject({})
  }
}

/**
 * The rules of the nodes of a palette, as `GET /api/workflows/nodes` answers it, and the event types of
 * `GET /api/workflows/event-types`.
 */
export function rulesOfDescriptors(
  descriptors: readonly NodeDescriptor[],
  eventTypes?: readonly string[],
): PaletteLookup {
  const ofEvents: NodeChecks = eventTypes === undefined ? {} : eventChecks(eventTypes)
  const rules = descriptors.map((descriptor): PaletteRules => {
    const { type, category, outputs, outputsFrom } = descriptor
    return {
      ...{ type, category, outputs, params: paramsOf(descriptor) },
      ...(outputsFrom === undefined ? {} : { outputsFrom }),
      ...(type === 'trigger.event' ? ofEvents : nodeChecks.get(type)),
    }
  })
  const byType = new Map(rules.map((each) => [each.type, each]))
  return (type) => byType.get(type)
}

const unpaced: Pace = { due: () => false, yield: async () => {} }

/**
 * The problems of a graph over a palette: the server's check, without regular expressions, publish times and other texts
 * that only a server's schema reads. At most 10,000.
 */
export const checkGraph = (graph: WorkflowGraph, lookup: PaletteLookup): Promise<GraphProblem[]> =>
  validateGraph(graph, lookup, unpaced)
