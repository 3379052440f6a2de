import type { NodeDescriptor, WorkflowGraph } from '@atrium/contracts'
import { z } from 'zod'
import { excessOf } from './check-params.ts'
import { eventChecks, type NodeChecks, nodeChecks } from './checks-of-types.ts'
import { knownParams } from './known-params.ts'
import type { NodeRules, ParamProblem } from './node-rules.ts'
import type { Pace } from './pace.ts'
import { paramProblems } from './param-problems.ts'
import { type GraphProblem, validateGraph } from './validate-graph.ts'

/** The rules of a type of node of a palette. */
export type PaletteRules = Pick<NodeRules, 'type' | 'category' | 'outputs' | 'outputsFrom' | 'params'> &
  NodeChecks

/** Finds the rules of a type of node of a palette. */
export type PaletteLookup = (type: string) => PaletteRules | undefined

// A schema with a word that zod does not read is left to the server.
function readSchema(inputs: NodeDescriptor['inputs']): z.ZodType | undefined {
  try {
    return z.fromJSONSchema(inputs)
  } catch {
    return undefined
  }
}

// A schema of an object without `additionalProperties` takes further keys, and a node ignores them.
function paramsOf({ inputs }: NodeDescriptor): z.ZodObject {
  const made = readSchema(inputs)
  if (!(made instanceof z.ZodObject)) return z.looseObject({})
  const { additionalProperties } = inputs
  const open = additionalProperties !== undefined && additionalProperties !== false
  return open ? z.looseObject(made.shape) : z.object(made.shape)
}

/**
 * The rules of the nodes of a palette, as `GET /api/workflows/nodes` answers it, and the event types of
 * `GET /api/workflows/event-types`. Schemas are made at their first use.
 */
export function rulesOfDescriptors(
  descriptors: readonly NodeDescriptor[],
  eventTypes?: readonly string[],
): PaletteLookup {
  const ofEvents: NodeChecks = eventTypes === undefined ? {} : eventChecks(eventTypes)
  const known = new Map<string, PaletteRules>()
  const byType = new Map(descriptors.map((descriptor) => [descriptor.type, descriptor]))
  return (type) => {
    const made = known.get(type)
    const descriptor = byType.get(type)
    if (made !== undefined || descriptor === undefined) return made
    const { category, outputs, outputsFrom } = descriptor
    const rules: PaletteRules = {
      ...{ type, category, outputs, params: paramsOf(descriptor) },
      ...(outputsFrom === undefined ? {} : { outputsFrom }),
      ...(type === 'trigger.event' ? ofEvents : nodeChecks.get(type)),
    }
    known.set(type, rules)
    return rules
  }
}

/** The problems of the parameters of one node, without those beside the nodes before it. */
export function problemsOfParams(
  rules: PaletteRules,
  given: Readonly<Record<string, unknown>>,
): readonly ParamProblem[] {
  const params = knownParams(rules, given)
  const excess = excessOf(params)
  if (excess !== undefined) return [excess]
  const { problems, data } = paramProblems(rules.params, params)
  return data === undefined ? problems : [...problems, ...(rules.check?.(data) ?? [])]
}

const unpaced: Pace = { due: () => false, yield: async () => {} }

/**
 * The problems of a graph over a palette: the server's check, without regular expressions, publish times and other texts
 * that only a server's schema reads. At most 10,000.
 */
export const checkGraph = (graph: WorkflowGraph, lookup: PaletteLookup): Promise<GraphProblem[]> =>
  validateGraph(graph, lookup, unpaced)
