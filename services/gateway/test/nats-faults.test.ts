import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, type RunningServer, startNats } from '@atrium/dev-servers'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EventReader, readEvents } from './event-reader.ts'
import { goodCookie, startTestGateway, type TestGateway } from './harness.ts'

const patienceMs = 40_000

let folder: string
let nats: RunningServer
let gateway: TestGateway
let reader: EventReader

async function start(): Promise<void> {
  nats = await startNats({ storeDir: join(folder, 'nats'), port: nats?.port ?? (await freePort()) })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-gateway-nats-'))
  await start()
  gateway = await startTestGateway({ overrides: { NATS_URL: nats.url } })
  reader = await readEvents(gateway.port, { cookie: goodCookie })
})
afterAll(async () => {
  reader?.close()
  await gateway?.stop()
  await nats?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Expects that the open stream gets `resync` and then events again. */
async function expectLive(round: string, earlier: number): Promise<void> {
  await eventually(
    () => expect(reader.events.slice(earlier).map(({ event }) => event)).toContain('resync'),
    patienceMs,
  )
  const { bus } = gateway
  const body = {
    id: `evt_${round}`,
    type: 'task.created',
    orgId: 'org_1',
    occurredAt: new Date().toISOString(),
  }
  const data = { taskId: 'tsk_1', title: 'Card' }
  await eventually(
    () =>
      bus.js.publish(bus.subject('events.org_1.task.created'), JSON.stringify({ ...body, data })),
    patienceMs,
  )
  await eventually(() => expect(reader.events.map(({ id }) => id)).toContain(body.id), patienceMs)
}

test('sends resync and later events to an open stream when NATS restarts', async () => {
  const earlier = reader.events.length
  await nats.stop()
  await start()
  await expectLive('restart', earlier)
})

test('sends resync and later events to an open stream when NATS hangs for a while', async () => {
  const earlier = reader.events.length
  process.kill(nats.pid, 'SIGSTOP')
  try {
    // The follower waits for heartbeats in vain, and then for the response to its next request.
    await eventually(
      () => expect(gateway.log.text()).toContain('NATS sent no heartbeat'),
      patienceMs,
    )
  } finally {
    process.kill(nats.pid, 'SIGCONT')
  }
  await expectLive('hang', earlier)
})
