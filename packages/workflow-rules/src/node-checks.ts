import type { WorkflowNode } from '@atrium/contracts'
import { cronProblem } from './cron.ts'
import { readDestination, takesPosts } from './destinations.ts'
import { parseTemplate } from './expression.ts'
import { findContentType, isJsonTemplate, jsonTemplateProblem } from './json-template.ts'
import { listProblem, type ParamProblem } from './node-rules.ts'
import { isOpen } from './param-problems.ts'
import { readSubstitution } from './substitution.ts'

/**
 * Returns a schedule's problems: an invalid cron expression, or one that never fires in its time
 * zone.
 */
export const scheduleProblems = ({ cron, tz }: { cron: string; tz: string }): ParamProblem[] =>
  listProblem('cron', cronProblem(cron, tz), 'invalid_cron')

/** Returns an event trigger's problems with these event types. */
export const eventTypeProblems =
  (known: ReadonlySet<string>) =>
  ({ eventType }: { eventType: string }): ParamProblem[] =>
    known.has(eventType) || isOpen(eventType)
      ? []
      : listProblem('eventType', 'Choose an event from the list')

/** Returns a problem if a publishing plan has no times, because nothing would ever be scheduled. */
export function timeProblems({
  autoPublish,
  publishTimes,
}: {
  autoPublish: boolean
  publishTimes?: unknown
}): ParamProblem[] {
  const hasTimes = Array.isArray(publishTimes)
    ? publishTimes.length > 0
    : typeof publishTimes === 'string' && publishTimes.trim() !== ''
  return autoPublish && !hasTimes
    ? listProblem('publishTimes', 'Choose the times at which posts are published')
    : []
}

/** Returns a destination's problems in combination with the publishing plan. */
export function planProblems(params: {
  destination: string
  autoPublish: boolean
  publishTimes?: unknown
}): ParamProblem[] {
  const timeless = timeProblems(params)
  if (timeless.length > 0) return timeless
  const target = readDestination(params.destination)
  if (
    !params.autoPublish ||
    isOpen(params.destination) ||
    'problem' in target ||
    takesPosts(target)
  )
    return []
  return listProblem('autoPublish', 'Only posts can be published')
}

/** Wait units in milliseconds. */
export const waitUnits = {
  seconds: 1_000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
} as const
const longestDays = 90

/** The longest wait in milliseconds, and its message (docs/reference/workflows.md, "Runs"). */
export const longestWait = {
  millis: longestDays * waitUnits.days,
  message: `A run can wait at most ${longestDays} days`,
} as const

/** Returns the problems if a wait has a fixed time. */
export const waitProblems = (params: {
  amount: number
  unit: keyof typeof waitUnits
  until?: string | undefined
}): ParamProblem[] =>
  params.until === undefined && params.amount * waitUnits[params.unit] > longestWait.millis
    ? listProblem('amount', longestWait.message)
    : []

/** Returns the problems if a text is parsed. Only the format `pattern` needs a pattern. */
export const parseProblems = ({
  format,
  pattern,
}: {
  format: string
  pattern?: string | undefined
}): ParamProblem[] =>
  format === 'pattern' && pattern === undefined ? listProblem('pattern', 'Enter a pattern') : []

/** Returns the problems in date arithmetic. Only the start of a unit needs no amount. */
export const dateProblems = ({
  operation,
  amount,
}: {
  operation: string
  amount?: number | undefined
}): ParamProblem[] =>
  operation !== 'start_of' && amount === undefined
    ? listProblem('amount', 'Enter how many units')
    : []

/** Returns the problems in computed values. Every operation except a count needs a field. */
export const aggregateProblems = ({
  compute,
}: {
  compute: readonly { operation: string; field?: string | undefined }[]
}): ParamProblem[] =>
  compute.flatMap(({ operation, field }, at) =>
    field === undefined && operation !== 'count'
      ? listProblem(`compute.${at}.field`, 'Enter a field')
      : [],
  )

/** Returns the problems in a JSON request body. */
export function bodyProblems({
  body,
  headers,
}: {
  body?: unknown
  headers?: unknown
}): ParamProblem[] {
  if (
    typeof body !== 'string' ||
    readSubstitution(body) !== undefined ||
    parseTemplate(body).whole !== null
  )
    return []
  const contentType = findContentType(headers)
  if (isOpen(contentType) || !isJsonTemplate(body, contentType)) return []
  return listProblem('body', jsonTemplateProblem(body))
}

/** Returns a merge's problems. A merge by key needs the key. */
export const mergeProblems = ({
  mode,
  key,
}: {
  mode: string
  key?: string | undefined
}): ParamProblem[] =>
  mode === 'by_key' && key === undefined ? listProblem('key', 'Enter the field to join by') : []

/** A switch's output for items without a matching rule. */
export const otherwise = 'else'

/** Returns the problems with a switch's outputs: a duplicate name, or the rest output's name. */
export function outputProblems({
  rules,
}: {
  rules: readonly { readonly output: string }[]
}): ParamProblem[] {
  const names = new Set([otherwise])
  return rules.flatMap(({ output }, at): ParamProblem[] => {
    const isTaken = names.has(output)
    names.add(output)
    return isTaken ? listProblem(`rules.${at}.output`, `Two outputs have the name "${output}"`) : []
  })
}

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * Returns a problem for each earlier node that reads the mailbox and does not exclude the label,
 * because it would read the labelled messages again in every run.
 */
export function labelProblems(
  { connector, label }: { connector: string; label: string },
  upstream: readonly WorkflowNode[],
): ParamProblem[] {
  const readers = upstream.filter(
    ({ type, params }) =>
      type === 'read_mailbox' &&
      (isOpen(connector) || isOpen(params['connector']) || params['connector'] === connector),
  )
  return readers.flatMap(({ name, params }) => {
    const excluded = params['excludeLabel']
    if (isOpen(label) || isOpen(excluded)) return []
    if (typeof excluded === 'string' && same(excluded, label)) return []
    const message = `Exclude the label "${label}" in the step "${name}", or every run reads its messages again`
    return listProblem('label', message)
  })
}
