import type { NodeDescriptor, WorkflowGraph } from '@atrium/contracts'
import { z } from 'zod'
import {
  aggregateProblems,
  labelProblems,
  mergeProblems,
  scheduleProblems,
  waitProblems,
} from './node-checks.ts'
import type { NodeRules, RulesLookup } from './node-rules.ts'
import type { Pace } from './pace.ts'
import { type GraphProblem, validateGraph } from './validate-graph.ts'

type Checks = Pick<NodeRules, 'check' | 'checkUpstream'>

// The parameters of a check have passed the schema of their descriptor.
const checksOf = (checks: object): Checks => checks

/** The checks beyond the schemas, of the node types that have any here; others are the server's alone. */
const checks: ReadonlyMap<string, Checks> = new Map(
  Object.entries({
    'trigger.schedule': checksOf({ check: scheduleProblems }),
    wait: checksOf({ check: waitProblems }),
    aggregate: checksOf({ check: aggregateProblems }),
    merge: checksOf({ check: mergeProblems }),
    tag: checksOf({ checkUpstream: labelProblems }),
  }),
)

// A schema of an object without `additionalProperties` takes further keys, and a node ignores them.
function paramsOf({ inputs }: NodeDescriptor): z.ZodObject {
  const made = z.fromJSONSchema(inputs)
  if (!(made instanceof z.ZodObject)) return z.looseObject({})
  const { additionalProperties } = inputs
  const open = additionalProperties !== undefined && additionalProperties !== false
  return open ? z.looseObject(made.shape) : z.object(made.shape)
}

/** The rules of the nodes of a palette, as `GET /api/workflows/nodes` answers it. Schemas are made at their first use. */
export function rulesOfDescriptors(descriptors: readonly NodeDescriptor[]): RulesLookup {
  const known = new Map<string, NodeRules>()
  const byType = new Map(descriptors.map((descriptor) => [descriptor.type, descriptor]))
  return (type) => {
    const made = known.get(type)
    const descriptor = byType.get(type)
    if (made !== undefined || descriptor === undefined) return made
    const { category, outputs, outputsFrom } = descriptor
    const rules: NodeRules = {
      ...{ type, category, outputs, params: paramsOf(descriptor) },
      ...(outputsFrom === undefined ? {} : { outputsFrom }),
      ...checks.get(type),
    }
    known.set(type, rules)
    return rules
  }
}

const unpaced: Pace = { due: () => false, yield: async () => {} }

/**
 * The problems of a graph over a palette: the server's check, without those that need its patterns, addresses or event
 * types. At most 10,000.
 */
export const checkGraph = (graph: WorkflowGraph, lookup: RulesLookup): Promise<GraphProblem[]> =>
  validateGraph(graph, lookup, unpaced)
