import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '@atrium/messaging'
import { sql } from 'kysely'
import { edge, graph, node } from '../test/graphs.ts'
import { type Platform, type Runner, startPlatform } from '../test/platform.ts'
import { startBoard, startEmitter } from './stand-ins.ts'

export interface ChaosOptions {
  /** The duration of the load and the faults. */
  seconds: number
  /** Milliseconds between two faults. */
  faultEveryMs: number
}

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
 * Puts three runners under load, and randomly kills them and restarts NATS and PostgreSQL. After a
 * quiet period, accounts for every run, event and tick.
 */
export async function runChaos(
  options: ChaosOptions,
  log: (line: string) => void = () => {},
): Promise<ChaosReport> {
  const platform = await startPlatform()
  try {
    return await chaosOn(platform, options, log)
  } finally {
    await platform.stop()
  }
}

async function chaosOn(
  platform: Platform,
  options: ChaosOptions,
  log: (line: string) => void,
): Promise<ChaosReport> {
  const first = await platform.startRunner()
  const board = await startBoard(platform)
  const emitter = await startEmitter(platform)
  const runners: Runner[] = [first, await platform.startRunner(), await platform.startRunner()]
  const pick = (): Runner => runners[Math.floor(Math.random() * runners.length)] ?? first
  const caller = await platform.caller(first.url)
  await sleep(2_500)
  const act = node('act', 'log_activity', { taskId: 'task_1', text: 'done' })
  const create = async (trigger: ReturnType<typeof node>, sleeps = false): Promise<string> => {
    const wait = node('wait', 'wait', { amount: 1, unit: 'seconds' })
    const flow = sleeps
      ? graph([trigger, wait, act], [edge(trigger.id, 'wait'), edge('wait', 'act')])
      : graph([trigger, act], [edge(trigger.id, 'act')])
    const { body } = await caller.send<{ id: string }>('POST', '/api/workflows', {
      name: trigger.type,
      graph: flow,
    })
    const activated = await caller.send('PATCH', `/api/workflows/${body.id}`, { active: true })
    if (activated.status !== 200) throw new Error(JSON.stringify(activated.body))
    return body.id
  }
  // Half of the runs sleep before their effect, so a kill may hit between waking and recording.
  const manual = await Promise.all(
    Array.from({ length: 20 }, (_, n) => create(node('start', 'trigger.manual'), n % 2 === 0)),
  )
  const onEvent = await create(node('event', 'trigger.event', { eventType: 'task.created' }))
  for (let at = 0; at < 5; at += 1)
    await create(node('tick', 'trigger.schedule', { cron: '*/2 * * * * *' }))

  const until = Date.now() + options.seconds * 1_000
  const accepted = new Set<string>()
  const emitted: string[] = []
  const unknown: string[] = []
  const counts = { kills: 0, natsRestarts: 0, postgresRestarts: 0 }
  const natsAway: Away[] = []
  const fire = async (): Promise<void> => {
    while (Date.now() < until) {
      try {
        const there = await platform.caller(pick().url, caller.principal)
        const id = manual[Math.floor(Math.random() * manual.length)]
        const { status, body } = await there.send<{ runId: string }>(
          'POST',
          `/api/workflows/${id}/run`,
        )
        if (status === 202) accepted.add(body.runId)
        await there.close()
      } catch {
        // The request failed because a runner was killed or the database was away.
      }
      await sleep(30)
    }
  }
  const happen = async (): Promise<void> => {
    while (Date.now() < until) {
      // Never reuses an id, because a change without a response may have been committed.
      const taskId = `task_${emitted.length + unknown.length}`
      await emitter.emit(caller.principal.orgId ?? '', taskId).then(
        () => emitted.push(taskId),
        () => unknown.push(taskId),
      )
      await sleep(100)
    }
  }
  const harm = async (): Promise<void> => {
    for (let round = 0; Date.now() < until - 1_000; round += 1) {
      await sleep(options.faultEveryMs)
      if (round % 5 === 2) {
        log('NATS restarts')
        const from = Date.now()
        await platform.restartNats()
        natsAway.push({ from, to: Date.now() })
        counts.natsRestarts += 1
      } else if (round % 5 === 4) {
        log('PostgreSQL restarts')
        await platform.restartPostgres()
        counts.postgresRestarts += 1
      } else {
        const victim = Math.floor(Math.random() * runners.length)
        log(`runner ${victim} is killed`)
        await runners[victim]?.end('SIGKILL')
        runners[victim] = await platform.startRunner()
        counts.kills += 1
      }
    }
  }
  await Promise.all([fire(), fire(), fire(), happen(), harm()])
  log(`${accepted.size} runs accepted, ${emitted.length} events; waiting for quiet`)
  await sql`update workflow.schedules set next_at = now() + interval '1 year' where key like 'wf.%'`.execute(
    platform.handle.db,
  )
  const unfinished = await untilQuiet(platform, [emitter.waiting, () => undelivered(board.bus)])
  const report = await account(platform, {
    accepted,
    emitted,
    unknown,
    onEvent,
    unfinished,
    counts,
    natsAway,
    board,
  })
  await caller.close()
  for (const runner of runners) await runner.end()
  await emitter.stop()
  await board.stop()
  return report
}

/**
 * Counts jobs that no worker has received, and events that were not delivered or not acknowledged.
 */
async function undelivered(bus: Bus): Promise<number> {
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
async function untilQuiet(
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

interface Away {
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

async function account(platform: Platform, known: Known): Promise<ChaosReport> {
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
