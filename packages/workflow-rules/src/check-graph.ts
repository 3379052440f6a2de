import type { NodeDescriptor, WorkflowGraph } from '@atrium/contracts'
import { z } from 'zod'
import { isOpen } from './check-params.ts'
import { isTimeZone } from './cron.ts'
import { destinationProblem, postDestinationProblem } from './destinations.ts'
import {
  aggregateProblems,
  eventTypeProblems,
  labelProblems,
  mergeProblems,
  planProblems,
  scheduleProblems,
  waitProblems,
} from './node-checks.ts'
import type { NodeRules, ParamProblem, RulesLookup } from './node-rules.ts'
import type { Pace } from './pace.ts'
import { type GraphProblem, validateGraph } from './validate-graph.ts'

type Checks = Pick<NodeRules, 'check' | 'checkUpstream'>

// The parameters of a check have passed the schema of their descriptor.
const checksOf = (checks: object): Checks => checks

type Problem = (text: string) => string | undefined

// Rules of one text that the server's schema has and its JSON Schema cannot say; open texts are judged at run time.
const textProblem = (path: string, text: unknown, problemOf: Problem): ParamProblem[] => {
  if (typeof text !== 'string' || isOpen(text)) return []
  const message = problemOf(text)
  return message === undefined ? [] : [{ code: 'invalid_params', path, message }]
}
const zoneProblem: Problem = (tz) => (isTimeZone(tz) ? undefined : 'Not a known time zone')

interface Schedule {
  cron: string
  tz: string
}
interface Publishing {
  destination: string
  autoPublish: boolean
  tz: string
}

function checkSchedule(params: Schedule): ParamProblem[] {
  const problems = textProblem('tz', params.tz, zoneProblem)
  return problems.length > 0 || isOpen(params.tz) ? problems : scheduleProblems(params)
}

const checkPublishing =
  (problemOf: Problem, further: (params: Publishing) => ParamProblem[]) =>
  (params: Publishing): ParamProblem[] => {
    const problems = [
      ...textProblem('destination', params.destination, problemOf),
      ...textProblem('tz', params.tz, zoneProblem),
    ]
    return problems.length > 0 ? problems : further(params)
  }

/** The checks beyond the schemas, of the node types that have any here; others are the server's alone. */
const checks: ReadonlyMap<string, Checks> = new Map(
  Object.entries({
    'trigger.schedule': checksOf({ check: checkSchedule }),
    dispatch: checksOf({ check: checkPublishing(destinationProblem, planProblems) }),
    create_post: checksOf({ check: checkPublishing(postDestinationProblem, () => []) }),
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

/**
 * The rules of the nodes of a palette, as `GET /api/workflows/nodes` answers it, and the event types of
 * `GET /api/workflows/event-types`. Schemas are made at their first use.
 */
export function rulesOfDescriptors(
  descriptors: readonly NodeDescriptor[],
  eventTypes?: readonly string[],
): RulesLookup {
  const ofEvents: Checks =
    eventTypes === undefined ? {} : checksOf({ check: eventTypeProblems(new Set(eventTypes)) })
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
      ...(type === 'trigger.event' ? ofEvents : checks.get(type)),
    }
    known.set(type, rules)
    return rules
  }
}

const unpaced: Pace = { due: () => false, yield: async () => {} }

/**
 * The problems of a graph over a palette: the server's check, without regular expressions, publish times and other texts
 * that only a server's schema reads. At most 10,000.
 */
export const checkGraph = (graph: WorkflowGraph, lookup: RulesLookup): Promise<GraphProblem[]> =>
  validateGraph(graph, lookup, unpaced)
