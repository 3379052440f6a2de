import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { edge, graph, node } from '../test/graphs.ts'
import { type Platform, type Runner, startPlatform } from '../test/platform.ts'
import { type Away, account, type ChaosReport, undelivered, untilQuiet } from './account.ts'
import { startBoard, startEmitter } from './stand-ins.ts'

export interface ChaosOptions {
  /** The duration of the load and the faults. */
  seconds: number
  /** Milliseconds between two faults. */
  faultEveryMs: number
}

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
