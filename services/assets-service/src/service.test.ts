import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  BoardLiveAssets,
  BoardReleaseSettled,
  newId,
  OrgDeleted,
  type Principal,
  ReleaseAssets,
} from '@atrium/contracts'
import { createPrincipalTokens, principalHeader } from '@atrium/http'
import { type Bus, callRpc, connectBus, rpcHandler, serveRpc } from '@atrium/messaging'
import { createLogger, type RunningService, startService } from '@atrium/service-kit'
import { createMetrics, propagateOnly } from '@atrium/telemetry'
import {
  capturedLog,
  createTestDatabase,
  createTestEnv,
  eventually,
  type TestDatabase,
} from '@atrium/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filePart, formOf } from '../test/forms.ts'
import { send } from '../test/harness.ts'
import { pngOf } from '../test/media-samples.ts'
import { assetsService } from './service.ts'

describe('the assets service', () => {
  let database: TestDatabase
  let directory: string
  let env: Record<string, string>
  let service: RunningService
  let bus: Bus
  beforeAll(async () => {
    database = await createTestDatabase()
    directory = await mkdtemp(join(tmpdir(), 'atrium-service-'))
    env = createTestEnv({ databaseUrl: database.url, overrides: { ASSETS_UPLOAD_DIR: directory } })
    service = await startService(assetsService, { env, port: 0, destination: capturedLog().destination })
    bus = await connectBus({
      url: env['NATS_URL'] ?? '',
      service: 'board',
      namespace: env['NATS_NAMESPACE'],
      logger: createLogger('board', 'silent', {}, capturedLog().destination),
      metrics: createMetrics('board'),
      tracing: propagateOnly,
    })
  })
  afterAll(async () => {
    await bus.drain()
    await service.stop()
    await database.drop()
    await rm(directory, { recursive: true, force: true })
  })

  const as = async (orgId: string) => {
    const tokens = await createPrincipalTokens(env['AUTH_SESSION_SECRET'] ?? '')
    const principal: Principal = {
      userId: newId('usr'),
      orgId,
      role: 'member',
      isAdmin: false,
      via: 'session',
      credentialId: 'ses_1',
    }
    return { [principalHeader]: await tokens.sign(principal) }
  }
  const upload = async (orgId: string, bytes: number) => {
    const form = formOf(filePart(pngOf(bytes)))
    const answer = await send(
      service.port,
      'POST',
      '/api/assets',
      { ...form.headers, ...(await as(orgId)) },
      form.body,
    )
    return String(answer.json()['key'])
  }
  const usage = async (orgId: string) =>
    (await send(service.port, 'GET', '/api/assets/usage', await as(orgId))).json()

  it('stores, shows and counts', async () => {
    const orgId = newId('org')
    expect(await usage(orgId)).toEqual({ bytes: 0, count: 0 })
    const key = await upload(orgId, 200)
    await upload(orgId, 300)
    expect((await send(service.port, 'GET', `/api/assets/${key}`)).body).toEqual(pngOf(200))
    expect(await usage(orgId)).toEqual({ bytes: 500, count: 2 })
    expect((await send(service.port, 'GET', '/api/assets/usage')).status).toBe(401)
  })

  it('describes its operations', async () => {
    const document = (await send(service.port, 'GET', '/openapi.json')).json() as { own: { paths: object } }
    expect(Object.keys(document.own.paths)).toEqual([
      '/api/assets',
      '/api/assets/{org}/{visibility}/{key}',
      '/api/assets/usage',
    ])
  })

  it('keeps every candidate while a root owner is down, and releases what it does not name', async () => {
    const orgId = newId('org')
    const [live, free] = [await upload(orgId, 200), await upload(orgId, 300)]
    const keys = [live, free]
    expect(await callRpc(bus, ReleaseAssets, { orgId, keys })).toEqual({ released: [], kept: keys })
    const settled: unknown[] = []
    const stop = await serveRpc(bus, '1.0.0', [
      rpcHandler(BoardLiveAssets, async () => ({ live: [live] })),
      rpcHandler(BoardReleaseSettled, async (outcome) => {
        settled.push(outcome)
        return {}
      }),
    ])
    expect(await callRpc(bus, ReleaseAssets, { orgId, keys })).toEqual({ released: [free], kept: [live] })
    expect(settled).toMatchObject([{ orgId, released: [free], kept: [live] }])
    expect((await send(service.port, 'GET', `/api/assets/${free}`)).status).toBe(404)
    expect((await send(service.port, 'GET', `/api/assets/${live}`)).status).toBe(200)
    await stop()
  })

  it('removes the blobs of a deleted org outright, and of no other', async () => {
    const [orgId, other] = [newId('org'), newId('org')]
    const [gone, stays] = [await upload(orgId, 200), await upload(other, 300)]
    await bus.js.publish(
      bus.subject(`events.${orgId}.${OrgDeleted.type}`),
      JSON.stringify({
        id: newId('evt'),
        type: OrgDeleted.type,
        orgId,
        occurredAt: new Date().toISOString(),
        data: { orgId },
      }),
    )
    await eventually(async () => expect(await usage(orgId)).toEqual({ bytes: 0, count: 0 }))
    expect((await send(service.port, 'GET', `/api/assets/${gone}`)).status).toBe(404)
    expect((await send(service.port, 'GET', `/api/assets/${stays}`)).status).toBe(200)
  })
})
