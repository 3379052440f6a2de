import type { WorkflowNode } from '@atrium/contracts'
import { isTimeZone } from './cron.ts'
import { destinationProblem, postDestinationProblem } from './destinations.ts'
import {
  aggregateProblems,
  bodyProblems,
  eventTypeProblems,
  labelProblems,
  mergeProblems,
  outputProblems,
  planProblems,
  scheduleProblems,
  timeProblems,
  waitProblems,
} from './node-checks.ts'
import { listProblem, type ParamProblem } from './node-rules.ts'
import { isOpen } from './param-problems.ts'

/** The checks of a type of node that need no service and no time. */
export interface NodeChecks {
  /** Problems beyond the schema. */
  check?(params: Readonly<Record<string, unknown>>): readonly ParamProblem[]
  /** Problems beside the nodes from which edges lead here. */
  checkUpstream?(
    params: Readonly<Record<string, unknown>>,
    upstream: readonly WorkflowNode[],
  ): readonly ParamProblem[]
}

// The parameters of a check have passed the schema of their descriptor.
const checksOf = (checks: object): NodeChecks => checks

/** The check of an event trigger, by the types that are known. */
export const eventChecks = (eventTypes: readonly string[]): NodeChecks =>
  checksOf({ check: eventTypeProblems(new Set(eventTypes)) })

type Problem = (text: string) => string | undefined

// Rules of one text that the server's schema has and its JSON Schema cannot say; open texts are judged at run time.
const textProblem = (path: string, text: unknown, problemOf: Problem): ParamProblem[] => {
  if (typeof text !== 'string' || isOpen(text)) return []
  return listProblem(path, problemOf(text))
}
const zoneProblem: Problem = (tz) => (isTimeZone(tz) ? undefined : 'Not a known time zone')

function checkSchedule(params: { cron: string; tz: string }): ParamProblem[] {
  const problems = textProblem('tz', params.tz, zoneProblem)
  return problems.length > 0 || isOpen(params.tz) ? problems : scheduleProblems(params)
}

type Publishing = { destination: string; autoPublish: boolean; publishTimes?: unknown; tz: string }

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
export const nodeChecks: ReadonlyMap<string, NodeChecks> = new Map(
  Object.entries({
    'trigger.schedule': checksOf({ check: checkSchedule }),
    dispatch: checksOf({ check: checkPublishing(destinationProblem, planProblems) }),
    create_post: checksOf({ check: checkPublishing(postDestinationProblem, timeProblems) }),
    wait: checksOf({ check: waitProblems }),
    aggregate: checksOf({ check: aggregateProblems }),
    http_request: checksOf({ check: bodyProblems }),
    merge: checksOf({ check: mergeProblems }),
    switch: checksOf({ check: outputProblems }),
    tag: checksOf({ checkUpstream: labelProblems }),
  }),
)
