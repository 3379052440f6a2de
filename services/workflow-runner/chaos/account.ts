import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '@atrium/messaging'
import { sql } from 'kysely'
import type { Platform } from '../test/platform.ts'
import type { startBoard } from './stand-ins.ts'

/** In a good run, every list is empty and every fault count is 0. */
export interface ChaosReport {
  accepted: number
  events: number
  ticks: number
  byStatus: Record<string, number>
  /** The number of failed runs per error. */
  byError: Record<string, number>
  kills: number
  natsRestarts: number
  postgresRestarts: number
  unfinished: number
  lost: string[]
  nodesRunTwice: string[]
  doubledTicks: number
  /** Each with the number of its runs. */
  eventsWithoutOneRun: string[]
  /** Messages without a delivery or an acknowledgement. */
  undelivered: number
  deadWorkersLeft: number
  /** Snapshot parts of runs that have ended. */
  snapshotsLeft: number
}

const query = async <T>(platform: Platform, statement: ReturnType<typeof sql<T>>): Promise<T[]> =>
  (await statement.execute(platform.handle.db)).rows

/**
 * Counts jobs that no worker has received, and events that were not delivered or not acknowledged.
 */
export async function undelivered(bus: Bus): Promise<number> {
  let messages = 0
  for await (const jobs of bus.jsm.consumers.list(bus.stream('JOBS'))) messages += jobs.num_pending
  for await (const events of bus.jsm.consumers.list(bus.stream('EVENTS')))
    messages += events.num_pending + events.num_ack_pending
  return messages
}

/**
 * Waits until no run is open and nothing waits for 3 s, at most 90 s. Returns the runs that are
 * still open.
 */
export async function untilQuiet(
  platform: Platform,
  waiting: ReadonlyArray<() => Promise<number>>,
): Promise<number> {
  let left = Number.POSITIVE_INFINITY
  let calm = 0
  for (const deadline = Date.now() + 90_000; Date.now() < deadline && calm < 6; ) {
    await sleep(500)
    const [row] = await query(
      platform,
      sql<{ n: string }>`select count(*) as n from workflow.runs
      where status in ('queued', 'running', 'parked')`,
    )
    left = Number(row?.n ?? 0)
    const [outbox] = await query(
      platform,
      sql<{ n: string }>`select count(*) as n from workflow.outbox`,
    )
    // A claim takes many rows, whose messages are acknowledged later. Events of a killed consumer
    // are redelivered after ten seconds.
    const others = await Promise.all(waiting.map((each) => each()))
    calm = left === 0 && outbox?.n === '0' && others.every((count) => count === 0) ? calm + 1 : 0
  }
  return left
}

export interface Away {
  from: number
  to: number
}

// If NATS was away and lost the response, a node repeats its call under one key. Any other second
// call means a second run.
const askedTwice = (times: readonly number[], away: readonly Away[]): boolean =>
  times.some((time, at) => {
    const before = times[at - 1]
    return before !== undefined && !away.some(({ from, to }) => before <= to && from <= time)
  })

interface Known {
  accepted: ReadonlySet<string>
  emitted: readonly string[]
  /** Events with an unknown outcome, because their emission got no response. */
  unknown: readonly string[]
  onEvent: string
  unfinished: number
  counts: { kills: number; natsRestarts: number; postgresRestarts: number }
  natsAway: readonly Away[]
  board: Awaited<ReturnType<typeof startBoard>>
}

/** Accounts for every run, event and tick after the faults. */
export async function account(platform: Platform, known: Known): Promise<ChaosReport> {
  const runs = await query(
    platform,
    sql<{
      id: string
      status: string
      trigger: string
      error: string | null
    }>`select id, status, trigger, error from workflow.runs`,
  )
  const ids = new Set(runs.map((run) => run.id))
  const [ticks] = await query(
    platform,
    sql<{ doubled: string }>`select count(*) as doubled from (
    select 1 from workflow.runs where trigger = 'schedule'
    group by workflow_id, seeds -> 'item' -> 'json' ->> 'scheduledAt' having count(*) > 1) q`,
  )
  const perEvent = await query(
    platform,
    sql<{ task: string; n: string }>`
    select seeds -> 'item' -> 'json' ->> 'taskId' as task, count(*) as n from workflow.runs
    where workflow_id = ${known.onEvent} group by 1`,
  )
  const eventRuns = new Map(perEvent.map((row) => [row.task, Number(row.n)]))
  const toRuns = (task: string): number => eventRuns.get(task) ?? 0
  const [workers] = await query(
    platform,
    sql<{ n: string }>`select count(*) as n from workflow.workers
    where seen_at < now() - interval '11 minutes'`,
  )
  const byStatus: Record<string, number> = {}
  const byError: Record<string, number> = {}
  for (const { status, error } of runs) {
    byStatus[status] = (byStatus[status] ?? 0) + 1
    if (status === 'failed') byError[error ?? ''] = (byError[error ?? ''] ?? 0) + 1
  }
  const [parts] = await query(
    platform,
    sql<{ n: string }>`select count(*) as n from workflow.parked_parts`,
  )
  return {
    accepted: known.accepted.size,
    events: known.emitted.length,
    ticks: runs.filter((run) => run.trigger === 'schedule').length,
    byStatus,
    byError,
    ...known.counts,
    unfinished: known.unfinished,
    lost: [...known.accepted].filter((id) => !ids.has(id)),
    nodesRunTwice: [...known.board.calls]
      .filter(([, times]) => askedTwice(times, known.natsAway))
      .map(([key]) => key),
    doubledTicks: Number(ticks?.doubled ?? 0),
    eventsWithoutOneRun: [
      ...known.emitted.filter((task) => toRuns(task) !== 1),
      ...known.unknown.filter((task) => toRuns(task) > 1),
    ].map((task) => `${task}: ${toRuns(task)}`),
    undelivered: await undelivered(known.board.bus),
    deadWorkersLeft: Number(workers?.n ?? 0),
    snapshotsLeft: Number(parts?.n ?? 0),
  }
}

/** Returns what went wrong, one line each. */
export const toFaults = (report: ChaosReport): string[] => [
  ...(report.unfinished > 0 ? [`${report.unfinished} runs are in no final state`] : []),
  ...(report.lost.length > 0 ? [`${report.lost.length} accepted runs are gone`] : []),
  ...report.nodesRunTwice.map((key) => `the node ${key} ran twice`),
  ...(report.doubledTicks > 0 ? [`${report.doubledTicks} cron ticks doubled`] : []),
  ...(report.eventsWithoutOneRun.length > 0
    ? [`${report.eventsWithoutOneRun.length} events without exactly one run`]
    : []),
  ...(report.undelivered > 0 ? [`${report.undelivered} messages are stuck`] : []),
  ...(report.snapshotsLeft > 0 ? [`${report.snapshotsLeft} parts of snapshots are left`] : []),
  ...(report.deadWorkersLeft > 0
    ? [`${report.deadWorkersLeft} dead workers are still listed`]
    : []),
]
