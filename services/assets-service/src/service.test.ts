import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AssetsSearch,
  BoardLiveAssets,
  BoardReleaseSettled,
  IdentityLiveAssets,
  InvoicingLiveAssets,
  newId,
  OrgDeleted,
  ReleaseAssets,
  WorkflowLiveAssets,
} from '@atrium/contracts'
import { callRpc, rpcHandler } from '@atrium/messaging'
import { principalHeaders, startTestService, type TestService } from '@atrium/service-testkit'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildForm, filePart } from '../test/forms.ts'
import { send } from '../test/harness.ts'
import { buildPng } from '../test/media-samples.ts'
import type { Database } from './database.ts'
import { assetsService } from './service.ts'

describe('the assets service', () => {
  let directory: string
  let harness: TestService<Database>
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'atrium-service-'))
    harness = await startTestService(assetsService, {
      env: { ASSETS_UPLOAD_DIR: directory },
      busName: 'board',
    })
  })
  afterAll(async () => {
    await harness.stop()
    await rm(directory, { recursive: true, force: true })
  })

  const as = (orgId: string) =>
    principalHeaders('assets', harness.env, harness.caller({ orgId }).principal)
  const upload = async (orgId: string, bytes: number) => {
    const form = buildForm(filePart(buildPng(bytes)))
    const answer = await send(harness.running.port, {
      method: 'POST',
      path: '/api/assets',
      headers: { ...form.headers, ...(await as(orgId)) },
      body: form.body,
    })
    return String(answer.json()['key'])
  }
  const usage = async (orgId: string) =>
    (
      await send(harness.running.port, {
        method: 'GET',
        path: '/api/assets/usage',
        headers: await as(orgId),
      })
    ).json()

  it('stores, serves and counts uploads', async () => {
    const orgId = newId('org')
    expect(await usage(orgId)).toEqual({ bytes: 0, count: 0 })
    const key = await upload(orgId, 200)
    await upload(orgId, 300)
    expect(
      (await send(harness.running.port, { method: 'GET', path: `/api/assets/${key}` })).body,
    ).toEqual(buildPng(200))
    expect(await usage(orgId)).toEqual({ bytes: 500, count: 2 })
    expect(
      (await send(harness.running.port, { method: 'GET', path: '/api/assets/usage' })).status,
    ).toBe(401)
  })

  it("finds files for the platform's search, within their organisation", async () => {
    const orgId = newId('org')
    const key = await upload(orgId, 200)
    const find = async (org: string) =>
      (await callRpc(harness.bus, AssetsSearch, { orgId: org, userId: newId('usr'), q: 'PICTURE' }))
        .items
    expect(await find(orgId)).toEqual([
      {
        type: 'file',
        id: key,
        title: 'picture.png',
        subtitle: 'PNG · Public',
        href: `/files?file=${encodeURIComponent(key)}`,
      },
    ])
    expect(await find(newId('org'))).toEqual([])
  })

  it('describes its operations', async () => {
    const document = (
      await send(harness.running.port, { method: 'GET', path: '/openapi.json' })
    ).json() as {
      own: { paths: object }
    }
    expect(Object.keys(document.own.paths)).toEqual([
      '/api/assets',
      '/api/assets/{org}/{visibility}/{key}',
      '/api/export/{id}/file',
      '/api/export',
      '/api/export/{id}',
      '/api/assets/usage',
    ])
  })

  it('keeps every candidate while a root owner is down, and later releases unused ones', async () => {
    const orgId = newId('org')
    const [live, free] = [await upload(orgId, 200), await upload(orgId, 300)]
    const keys = [live, free]
    expect(await callRpc(harness.bus, ReleaseAssets, { orgId, keys })).toEqual({
      released: [],
      kept: keys,
    })
    const settled: unknown[] = []
    const stop = await harness.answer([
      rpcHandler(BoardLiveAssets, async () => ({ live: [live] })),
      rpcHandler(IdentityLiveAssets, async () => ({ live: [] })),
      rpcHandler(InvoicingLiveAssets, async () => ({ live: [] })),
      rpcHandler(WorkflowLiveAssets, async () => ({ live: [] })),
      rpcHandler(BoardReleaseSettled, async (outcome) => {
        settled.push(outcome)
        return {}
      }),
    ])
    expect(await callRpc(harness.bus, ReleaseAssets, { orgId, keys })).toEqual({
      released: [free],
      kept: [live],
    })
    expect(settled).toMatchObject([{ orgId, released: [free], kept: [live] }])
    expect(
      (await send(harness.running.port, { method: 'GET', path: `/api/assets/${free}` })).status,
    ).toBe(404)
    expect(
      (await send(harness.running.port, { method: 'GET', path: `/api/assets/${live}` })).status,
    ).toBe(200)
    await stop()
  })

  it('deletes the blobs of a deleted org immediately, and no others', async () => {
    const [orgId, other] = [newId('org'), newId('org')]
    const [gone, stays] = [await upload(orgId, 200), await upload(other, 300)]
    await harness.bus.js.publish(
      harness.bus.subject(`events.${orgId}.${OrgDeleted.type}`),
      JSON.stringify({
        id: newId('evt'),
        type: OrgDeleted.type,
        orgId,
        occurredAt: new Date().toISOString(),
        data: { orgId },
      }),
    )
    await eventually(async () => expect(await usage(orgId)).toEqual({ bytes: 0, count: 0 }))
    expect(
      (await send(harness.running.port, { method: 'GET', path: `/api/assets/${gone}` })).status,
    ).toBe(404)
    expect(
      (await send(harness.running.port, { method: 'GET', path: `/api/assets/${stays}` })).status,
    ).toBe(200)
  })
})
