import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import {
  type Program,
  percentile,
  readMemory,
  report,
  startProgram,
  withServers,
} from '@atrium/bench-kit'
import { freePort } from '@atrium/dev-servers'
import { connectBus } from '@atrium/messaging'
import { createMetrics, propagateOnly } from '@atrium/telemetry'
import { pino } from 'pino'
import { type EventReader, readEvents } from '../test/event-reader.ts'

const streams = 1_000
const streamsPerUser = 20
const events = 100

// A thousand readers follow one org's events on one gateway. Measures the memory, and the time from
// an event to the last reader.
await withServers(async ({ env: servers, natsUrl }) => {
  const [servicePort, gatewayPort] = [await freePort(), await freePort()]
  const env = { ...servers, IDENTITY_PORT: String(servicePort), PORT: String(gatewayPort) }
  const programs: Program[] = []
  const node = async (file: string, port: number) => {
    programs.unshift(
      await startProgram(process.execPath, [join(import.meta.dirname, file)], { port, env }),
    )
    return programs[0]?.pid ?? 0
  }
  const readers: EventReader[] = []
  const bus = await connectBus({
    url: natsUrl,
    service: 'bench',
    logger: pino({ level: 'silent' }),
    metrics: createMetrics('bench'),
    tracing: propagateOnly,
  })
  try {
    await node('trivial-service.ts', servicePort)
    const gateway = await node('../src/main.ts', gatewayPort)
    await readEvents(gatewayPort, { cookie: 'atrium.session_token=usr_first' }).then((first) =>
      first.close(),
    )
    const before = await readMemory(gateway)
    for (let n = 0; n < streams; n += 1) {
      const user = Math.floor(n / streamsPerUser)
      readers.push(await readEvents(gatewayPort, { cookie: `atrium.session_token=usr_${user}` }))
    }
    const delays: number[] = []
    for (let n = 1; n <= events; n += 1) {
      const id = `evt_${randomUUID()}`
      const data = { taskId: 'tsk_1', title: 'A card', changed: ['title'] }
      const body = {
        id,
        type: 'task.updated',
        orgId: 'org_bench',
        occurredAt: new Date().toISOString(),
        data,
      }
      const sent = performance.now()
      await bus.js.publish('events.org_bench.task.updated', JSON.stringify(body), { msgID: id })
      await Promise.all(readers.map((reader) => reader.until(n)))
      delays.push(performance.now() - sent)
    }
    const after = await readMemory(gateway)
    const memory = (after.highest - before.now) / 1e6
    report({
      name: '1,000 event streams, memory of the gateway',
      value: memory,
      unit: 'MB',
      target: '< 100',
    })
    const p95 = percentile(delays, 0.95)
    report({
      name: 'event to the last of 1,000 streams, p95',
      value: p95,
      unit: 'ms',
      target: '< 500',
    })
  } finally {
    for (const reader of readers) reader.close()
    await bus.drain()
    for (const program of programs) await program.stop()
  }
})
