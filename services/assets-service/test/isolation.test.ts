import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId, type Operation, type Principal } from '@atrium/contracts'
import { principalHeaders, startTestService } from '@atrium/service-testkit'
import { afterAll, expect, test } from 'vitest'
import { assetsService } from '../src/service.ts'
import { buildForm, filePart } from './forms.ts'
import { send } from './harness.ts'
import { buildPng } from './media-samples.ts'

// Starts before the tests are collected, because the tests are generated from the mounted routes.
const directory = await mkdtemp(join(tmpdir(), 'atrium-isolation-'))
const harness = await startTestService(assetsService, { env: { ASSETS_UPLOAD_DIR: directory } })
const { operations } = harness
afterAll(async () => {
  await harness.stop()
  await rm(directory, { recursive: true, force: true })
})

const form = buildForm({ name: 'visibility', body: 'priv' }, filePart(buildPng(300)))
async function call(operation: Operation, orgId: string | null | undefined, key = '') {
  const path = operation.path
    .replace('{org}/{visibility}/{key}', key)
    .replace('{id}', 'exp_another')
  const uploads = operation.id === 'createAsset'
  const describes = operation.id === 'updateAsset'
  const headers = {
    ...(orgId === undefined
      ? {}
      : await principalHeaders(
          'assets',
          harness.env,
          harness.caller({
            orgId,
            role: orgId === null ? null : operation.access === 'owner' ? 'owner' : 'member',
          } as Partial<Principal>).principal,
        )),
    ...(uploads ? form.headers : {}),
    ...(describes ? { 'content-type': 'application/json' } : {}),
  }
  return send(harness.running.port, {
    method: operation.method.toUpperCase(),
    path,
    headers,
    body: uploads ? form.body : describes ? '{"name":"Stolen"}' : undefined,
  })
}

/**
 * Expected statuses of each operation on an org's blob: for another org's owner, without a caller,
 * and for a caller without an org.
 */
const cases: Readonly<Record<string, { other: number; anonymous: number; homeless: number }>> = {
  createAsset: { other: 201, anonymous: 401, homeless: 400 },
  readAsset: { other: 404, anonymous: 404, homeless: 404 },
  listAssets: { other: 200, anonymous: 401, homeless: 400 },
  updateAsset: { other: 404, anonymous: 401, homeless: 400 },
  deleteAsset: { other: 404, anonymous: 401, homeless: 400 },
  getAssetUsage: { other: 200, anonymous: 401, homeless: 400 },
  createExport: { other: 202, anonymous: 401, homeless: 400 },
  listExports: { other: 200, anonymous: 401, homeless: 400 },
  getExport: { other: 404, anonymous: 401, homeless: 400 },
  readExport: { other: 404, anonymous: 401, homeless: 400 },
}

test.each(operations.map((operation) => [operation.id, operation] as const))(
  'shows a private blob only to its own org: %s',
  async (id, operation) => {
    const upload = operations.find((each) => each.id === 'createAsset')
    if (upload === undefined) throw new Error('nothing can be uploaded')
    const key = String((await call(upload, newId('org'))).json()['key'])
    const other = await call(operation, newId('org'), key)
    const anonymous = await call(operation, undefined, key)
    const homeless = await call(operation, null, key)
    expect({ other: other.status, anonymous: anonymous.status, homeless: homeless.status }).toEqual(
      cases[id],
    )
    for (const answer of [other, anonymous, homeless])
      expect(answer.body.toString('latin1')).not.toContain(key)
    if (id === 'listAssets') expect(other.json()).toEqual({ items: [], next: null })
    if (id === 'updateAsset') {
      const list = operations.find((each) => each.id === 'listAssets')
      const own = list && (await call(list, key.split('/', 1)[0], ''))
      expect(own?.json()).toMatchObject({ items: [{ key, name: 'picture.png' }] })
    }
    if (id === 'getAssetUsage') expect(other.json()).toEqual({ bytes: 0, count: 0 })
  },
)
