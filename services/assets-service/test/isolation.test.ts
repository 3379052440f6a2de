import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId, type Operation, type Principal } from '@atrium/contracts'
import { createPrincipalTokens, operationsOf, principalHeader } from '@atrium/http'
import { startService } from '@atrium/service-kit'
import { capturedLog, createTestDatabase, createTestEnv } from '@atrium/testkit'
import { afterAll, expect, test } from 'vitest'
import { assetsService } from '../src/service.ts'
import { filePart, formOf } from './forms.ts'
import { send } from './harness.ts'
import { pngOf } from './media-samples.ts'

// Started before the tests are collected: the matrix is made of what the service mounts.
const database = await createTestDatabase()
const directory = await mkdtemp(join(tmpdir(), 'atrium-isolation-'))
const env = createTestEnv({ databaseUrl: database.url, overrides: { ASSETS_UPLOAD_DIR: directory } })
const { destination } = capturedLog()
const service = await startService(assetsService, { env, port: 0, destination })
const operations = operationsOf(service.app)
const tokens = createPrincipalTokens(env['AUTH_SESSION_SECRET'] ?? '')
afterAll(async () => {
  await service.stop()
  await database.drop()
  await rm(directory, { recursive: true, force: true })
})

const form = formOf({ name: 'visibility', body: 'priv' }, filePart(pngOf(300)))
async function call(operation: Operation, orgId: string | null | undefined, key = '') {
  const caller = { userId: newId('usr'), isAdmin: false, via: 'session', credentialId: 'ses_1' } as const
  const principal: Principal | undefined =
    orgId === undefined ? undefined : { ...caller, orgId, role: orgId === null ? null : 'owner' }
  const path = operation.path.replace('{org}/{visibility}/{key}', key)
  const uploads = operation.id === 'createAsset'
  const headers = {
    ...(principal === undefined ? {} : { [principalHeader]: await tokens.sign(principal) }),
    ...(uploads ? form.headers : {}),
  }
  return send(service.port, operation.method.toUpperCase(), path, headers, uploads ? form.body : undefined)
}

/** What each operation shows of the blob of one org to the owner of another, to nobody, and to a caller without an org. */
const cases: Readonly<Record<string, { other: number; nobody: number; homeless: number }>> = {
  createAsset: { other: 201, nobody: 401, homeless: 400 },
  readAsset: { other: 404, nobody: 404, homeless: 404 },
  getAssetUsage: { other: 200, nobody: 401, homeless: 400 },
}

test.each(operations.map((operation) => [operation.id, operation] as const))(
  '%s shows a private blob to its own org only',
  async (id, operation) => {
    const upload = operations.find((each) => each.id === 'createAsset')
    if (upload === undefined) throw new Error('nothing can be uploaded')
    const key = String((await call(upload, newId('org'))).json()['key'])
    const other = await call(operation, newId('org'), key)
    const nobody = await call(operation, undefined, key)
    const homeless = await call(operation, null, key)
    expect({ other: other.status, nobody: nobody.status, homeless: homeless.status }).toEqual(cases[id])
    for (const answer of [other, nobody, homeless]) expect(answer.body.toString('latin1')).not.toContain(key)
    if (id === 'getAssetUsage') expect(other.json()).toEqual({ bytes: 0, count: 0 })
  },
)
