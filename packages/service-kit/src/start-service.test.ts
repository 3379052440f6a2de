import { callRpc } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { expect, test } from 'vitest'
import {
  CountNotes,
  migrations,
  type ProbeTables,
  probeService,
  sources,
} from '../test/probe-service.ts'
import { postNote, readiness, useProbe } from '../test/use-probe.ts'
import type { Kit, RunningService } from './index.ts'

const { anotherBus, env, lines, query, start } = useProbe()

test('starts a service that handles the event and the job of its own request', async () => {
  let kit: Kit<ProbeTables> | undefined
  const definition = probeService({ jobs: true })
  const { url } = await start({
    ...definition,
    build: (given) => {
      kit = given
      return definition.build(given)
    },
  })
  expect((await postNote(url, 'hello')).status).toBe(201)
  const db = kit?.database?.db
  if (db === undefined) throw new Error('no database')
  await eventually(async () => expect(await sources(db)).toEqual(['event', 'job', 'request']))
})

test('starts migrations, NATS, RPC and listener in this order and only then gets ready', async () => {
  const order: string[] = []
  const definition = probeService()
  const running = await start({
    ...definition,
    async build(kit) {
      order.push(
        `build: ${(await query(`select 1 from pg_tables where tablename = 'notes'`)).length} table`,
      )
      order.push(`NATS ${kit.bus.isConnected()}`)
      const parts = await definition.build(kit)
      return {
        ...parts,
        async started(url) {
          order.push(`RPC ${(await callRpc(await anotherBus(), CountNotes, {})).count}`)
          order.push(`ready ${(await readiness(url)).code}`)
          order.push(`live ${(await fetch(`${url}/livez`)).status}`)
        },
      }
    },
  })
  order.push(`ready ${(await readiness(running.url)).code}`)
  expect(order).toEqual([
    'build: 1 table',
    'NATS true',
    'RPC 0',
    'ready 503',
    'live 200',
    'ready 200',
  ])
  expect(await readiness(running.url)).toEqual({
    code: 200,
    status: 'ready',
    started: true,
    database: true,
    nats: true,
  })
})

test('keeps schemas, metrics and lifetimes apart if several services share a process', async () => {
  const one = await start(probeService({ name: 'board', database: { schema: 'one', migrations } }))
  const two = await start(
    probeService({ name: 'invoicing', database: { schema: 'two', migrations } }),
  )
  await postNote(one.url, 'hello')
  const metrics = async ({ url }: RunningService) => (await fetch(`${url}/metrics`)).text()
  const counted =
    /atrium_http_request_seconds_count\{service="board",operation="writeNote",status="201"\} 1/
  expect(await metrics(one)).toMatch(counted)
  expect(await metrics(two)).not.toContain('writeNote')
  expect(await metrics(two)).toMatch(
    /atrium_database_connections\{state="idle",service="invoicing"\} \d/,
  )
  await one.stop()
  expect((await readiness(two.url)).code).toBe(200)
  expect((await postNote(two.url, 'still here')).status).toBe(201)
})

test('serves probes, metrics and its OpenAPI document in addition to its operations', async () => {
  const { url } = await start()
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as { own: { paths: object } }
  expect(Object.keys(document.own.paths)).toEqual(['/api/notes', '/api/wait/{ms}', '/api/break'])
  for (const path of ['/livez', '/readyz', '/metrics', '/openapi.json']) {
    const head = await fetch(`${url}${path}`, { method: 'HEAD' })
    expect([path, head.status, head.headers.get('cache-control')]).toEqual([path, 200, 'no-store'])
    expect((await fetch(`${url}${path}`, { method: 'POST' })).status).toBe(404)
  }
})

test('continues background work after a failed round and ends it with the service', async () => {
  let rounds = 0
  const running = await start(
    probeService({
      parts: {
        background: [
          {
            name: 'flaky',
            everyMs: 5,
            run: async () => {
              rounds += 1
              throw new Error('this round')
            },
          },
        ],
      },
    }),
  )
  await eventually(() => expect(rounds).toBeGreaterThan(2))
  await running.stop()
  const then = rounds
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(rounds).toBe(then)
  expect(lines()).toContainEqual(
    expect.objectContaining({ msg: 'background work failed', work: 'flaky' }),
  )
})

// Only Linux has more than one loopback address by default.
test.runIf(process.platform === 'linux')(
  'listens on LISTEN_HOST, or only on this machine if it is unset',
  async () => {
    const reached = ({ port }: RunningService) =>
      fetch(`http://127.0.0.2:${port}/livez`).then(
        (response) => response.status,
        () => 'refused',
      )
    expect(await reached(await start())).toBe('refused')
    const everywhere = await start(probeService(), { env: { ...env(), LISTEN_HOST: '0.0.0.0' } })
    expect(await reached(everywhere)).toBe(200)
  },
)
