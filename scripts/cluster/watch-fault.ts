import { setTimeout as sleep } from 'node:timers/promises'
import { type Attempt, type Kind, recoverySeconds, type Summary, summarise } from './attempts.ts'
import type { Delay } from './check-tally.ts'

/** Something that fails in the cluster. */
export interface Fault {
  readonly name: string
  /** Seconds until writes have to work again. */
  readonly limitSeconds: number
  cause(): Promise<void>
  /** Repairs what the platform does not repair by itself. Runs once the platform works again. */
  repair?(): Promise<void>
}

/** The load's figures around a fault. */
export interface Outcome {
  readonly fault: string
  /** When it was watched, in milliseconds since 1970. */
  readonly from: number
  readonly to: number
  readonly before: Summary
  /** From the fault until nothing has failed for `calmMs`. */
  readonly during: Summary
  readonly after: Summary
  /** Seconds until the last failure had ended. Undefined if the kind does not work again. */
  readonly recovery: Readonly<Record<Watched, number | undefined>>
  readonly problems: readonly string[]
}

type Watched = Exclude<Kind, 'file'>

const names: Readonly<Record<Watched, string>> = {
  card: 'cards',
  run: 'runs',
  live: 'live events',
}
const watched: readonly Watched[] = ['card', 'run', 'live']
const windowMs = 6_000
/** Longer than clients wait, so an attempt from the time of the fault has ended. */
const calmMs = 11_000
const deadlineMs = 90_000
/** Live events have no limit of their own in the requirements. */
const liveLimitSeconds = 30

/** Causes a fault under load, waits for the recovery and repairs. */
export async function watchFault(
  { attempts }: { readonly attempts: readonly Attempt[] },
  fault: Fault,
  say: (line: string) => void,
): Promise<Outcome> {
  await sleep(windowMs)
  const at = performance.now()
  const before = summarise(attempts, at - windowMs, at)
  await fault.cause()
  const causedAt = performance.now()
  const measure = () => measureRecovery(attempts, at)
  const isCalm = (): boolean => {
    const since = performance.now() - calmMs
    const failures = attempts.filter(({ ok, at, ms }) => !ok && at + ms > since)
    return failures.length === 0 && Object.values(measure()).every((value) => value !== undefined)
  }
  do await sleep(250)
  while (
    performance.now() < at + deadlineMs &&
    (performance.now() < causedAt + calmMs || !isCalm())
  )
  const recovery = measure()
  const during = summarise(attempts, at, performance.now())
  await fault.repair?.()
  await sleep(windowMs)
  const now = performance.now()
  const after = summarise(attempts, now - windowMs, now)
  const [from, to] = [performance.timeOrigin + at, performance.timeOrigin + now]
  const problems = watched.flatMap((kind) => findProblem(fault, kind, recovery[kind]))
  say(
    `${fault.name}: ${watched.map((kind) => `${names[kind]} ${show(recovery[kind])}`).join(', ')}`,
  )
  return { fault: fault.name, from, to, before, during, after, recovery, problems }
}

function measureRecovery(attempts: readonly Attempt[], fault: number): Outcome['recovery'] {
  const later = attempts.filter(({ at, ms }) => at + ms >= fault)
  const measure = (kind: Watched) =>
    recoverySeconds(
      later.filter((attempt) => attempt.kind === kind),
      fault,
    )
  return { card: measure('card'), run: measure('run'), live: measure('live') }
}

function findProblem(fault: Fault, kind: Watched, seconds: number | undefined): string[] {
  const limit =
    kind === 'live' ? Math.max(liveLimitSeconds, fault.limitSeconds) : fault.limitSeconds
  if (seconds !== undefined && seconds <= limit) return []
  const found = seconds === undefined ? 'did not work again' : `worked after ${show(seconds)}`
  return [`${fault.name}: ${names[kind]} ${found}, the limit is ${limit} s`]
}

const show = (seconds: number | undefined): string =>
  seconds === undefined ? 'never' : `${seconds.toFixed(1)} s`

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** Returns the outcomes as a table in Markdown. */
export function formatFaults(outcomes: readonly Outcome[], delays: readonly Delay[]): string[] {
  const findSlowest = ({ from, to }: Outcome): number =>
    Math.max(0, ...delays.filter(({ at }) => at >= from && at < to).map(({ seconds }) => seconds))
  const three = ({ before, during, after }: Outcome, cell: (summary: Summary) => string): string =>
    [before, during, after].map(cell).join(' / ')
  const columns = [
    'fault',
    'requests/s before / during / after',
    'p50 ms',
    'slowest ms',
    'failed requests',
    'late live events',
    ...watched.map((kind) => `${names[kind]} back after`),
    'slowest run for an event',
  ]
  return [
    line(columns),
    line(columns.map(() => '---')),
    ...outcomes.map((outcome) =>
      line([
        outcome.fault,
        three(outcome, ({ perSecond }) => perSecond.toFixed(1)),
        three(outcome, ({ p50Ms }) => p50Ms.toFixed(0)),
        three(outcome, ({ slowestMs }) => slowestMs.toFixed(0)),
        three(outcome, ({ failed }) => String(failed)),
        three(outcome, ({ late }) => String(late)),
        ...watched.map((kind) => show(outcome.recovery[kind])),
        show(findSlowest(outcome)),
      ]),
    ),
  ]
}
