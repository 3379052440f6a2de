import type { WorkflowNode } from '@atrium/contracts'
import { isTimeZone } from './cron.ts'
import { destinationProblem, postDestinationProblem } from './destinations.ts'
import {
  aggregateProblems,
  bodyProblems,
  dateProblems,
  eventTypeProblems,
  labelProblems,
  mergeProblems,
  outputProblems,
  parseProblems,
  planProblems,
  scheduleProblems,
  timeProblems,
  waitProblems,
} from './node-checks.ts'
import { listProblem, type ParamProblem } from './node-rules.ts'
import { isOpen } from './param-problems.ts'

/** A node type's checks that need neither a service nor the time. */
export interface NodeChecks {
  /** Problems beyond the schema. */
  check?(params: Readonly<Record<string, unknown>>): readonly ParamProblem[]
  /** Returns problems with the nodes before this one. */
  checkUpstream?(
    params: Readonly<Record<string, unknown>>,
    upstream: readonly WorkflowNode[],
  ): readonly ParamProblem[]
}

// A check only gets parameters that have passed the descriptor's schema.
const asChecks = (checks: object): NodeChecks => checks

/** Returns the check for event triggers with these event types. */
export const eventChecks = (eventTypes: readonly string[]): NodeChecks =>
  asChecks({ check: eventTypeProblems(new Set(eventTypes)) })

type Problem = (text: string) => string | undefined

// Rules for single texts that JSON Schema cannot express. Texts with expressions are checked at run
// time.
const textProblem = (path: string, text: unknown, problemOf: Problem): ParamProblem[] => {
  if (typeof text !== 'string' || isOpen(text)) return []
  return listProblem(path, problemOf(text))
}
const zoneProblem: Problem = (tz) =>
  isTimeZone(tz) ? undefined : 'Choose a time zone, such as Europe/Paris'

function checkSchedule(params: { cron: string; tz: string }): ParamProblem[] {
  const problems = textProblem('tz', params.tz, zoneProblem)
  return problems.length > 0 || isOpen(params.tz) ? problems : scheduleProblems(params)
}

const checkDate = (params: {
  operation: string
  amount?: number
  zone?: string
}): ParamProblem[] => [...textProblem('zone', params.zone, zoneProblem), ...dateProblems(params)]

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

/** The checks beyond the schemas by node type. The server alone checks types without an entry. */
export const nodeChecks: ReadonlyMap<string, NodeChecks> = new Map(
  Object.entries({
    'trigger.schedule': asChecks({ check: checkSchedule }),
    dispatch: asChecks({ check: checkPublishing(destinationProblem, planProblems) }),
    create_post: asChecks({ check: checkPublishing(postDestinationProblem, timeProblems) }),
    wait: asChecks({ check: waitProblems }),
    aggregate: asChecks({ check: aggregateProblems }),
    date: asChecks({ check: checkDate }),
    http_request: asChecks({ check: bodyProblems }),
    parse: asChecks({ check: parseProblems }),
    merge: asChecks({ check: mergeProblems }),
    switch: asChecks({ check: outputProblems }),
    tag: asChecks({ checkUpstream: labelProblems }),
  }),
)
