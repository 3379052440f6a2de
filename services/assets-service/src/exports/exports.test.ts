import { buildAssetKey } from '@atrium/asset-key'
import { putBlob, toBytes } from '@atrium/blob-store/testing'
import { newId, type Principal } from '@atrium/contracts'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startHarness } from '../../test/harness.ts'
import { purgeOrg } from '../release/purge-org.ts'
import type { ExportSources } from './export-sources.ts'
import { runExports, tidyExports } from './run-exports.ts'

let sources: ExportSources
const harness = await startHarness({
  exportSources: {
    get rows() {
      return sources.rows
    },
    documents: (...args) => sources.documents(...args),
  },
})
afterAll(() => harness.stop())

const pages = [
  { table: 'tasks', text: '{"id":"1"}\n' },
  { table: 'tasks', text: '{"id":' },
  { table: 'tasks', text: '"2"}\n' },
  { table: 'posts', text: '' },
  { table: 'sites', text: '{"id":"3"}\n' },
]
const parts = [
  { name: 'invoices/1.pdf', bytes: Buffer.from('%PDF-') },
  { name: 'invoices/1.pdf', bytes: Buffer.from('1.7') },
  { name: 'credit-notes/2.pdf', bytes: Buffer.from('%PDF') },
  { name: null, bytes: Buffer.alloc(0) },
]
const walk =
  <Page>(list: readonly Page[]) =>
  async (_orgId: string, cursor: string | null) => {
    const at = Number(cursor ?? 0)
    return { ...(list[at] as Page), next: at + 1 < list.length ? String(at + 1) : null }
  }
beforeEach(() => {
  sources = { rows: { board: walk(pages) }, documents: walk(parts) }
})

// Streams go through the interceptor, JSON through the application.
async function send(method: string, path: string, headers: Record<string, string> = {}) {
  if (path.endsWith('/file')) return harness.send(method, path, headers)
  const answer = await harness.app.request(path, { method, headers })
  const body = Buffer.from(await answer.arrayBuffer())
  const json = (): Record<string, unknown> => JSON.parse(body.toString())
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body, json }
}
const call = async (
  method: string,
  path: string,
  orgId: string,
  role: Principal['role'] = 'owner',
) => send(method, path, await harness.as(orgId, undefined, { role }))

const start = async (orgId: string) =>
  String((await call('POST', '/api/export', orgId)).json()['id'])
const read = async (orgId: string, id = '') =>
  (await call('GET', `/api/export/${id}`, orgId)).json()
const run = () => runExports(harness.deps, new AbortController().signal)
/** Lets leases of crashed replicas and waits between attempts expire. */
const expireLeases = () =>
  sql`update exports set lease_until = now() - interval '1 second'`.execute(harness.deps.db)

test('makes one archive of rows, documents and files for the owner', async () => {
  const orgId = newId('org')
  const key = buildAssetKey({ orgId, visibility: 'priv', extension: 'png' })
  await putBlob(harness.deps.store, key, toBytes(Buffer.from('picture')))
  const other = buildAssetKey({ orgId: newId('org'), visibility: 'pub', extension: 'png' })
  await putBlob(harness.deps.store, other, toBytes(Buffer.from('foreign')))

  const first = await call('POST', '/api/export', orgId)
  expect(first.status).toBe(202)
  const { id } = first.json()
  expect(await start(orgId)).toBe(id)
  expect(await read(orgId, String(id))).toMatchObject({ id, status: 'running' })
  await run()
  const ready = await read(orgId, String(id))
  expect(ready).toMatchObject({
    status: 'ready',
    url: `http://api.example/api/export/${id}/file`,
  })
  const archive = await call('GET', `/api/export/${id}/file`, orgId)
  expect(archive.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(ready['bytes']),
    'cache-control': 'no-store',
  })
  const files = unzipSync(archive.body)
  const texts = Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  )
  expect(texts).toEqual({
    'README.txt': expect.stringContaining('One record per line'),
    'board/tasks.jsonl': '{"id":"1"}\n{"id":"2"}\n',
    'board/sites.jsonl': '{"id":"3"}\n',
    'invoices/1.pdf': '%PDF-1.7',
    'credit-notes/2.pdf': '%PDF',
    [`files/${key.slice(orgId.length + 1)}`]: 'picture',
  })
  expect(await start(orgId)).not.toBe(id)
})

test('shows an export neither to other roles nor to other organisations', async () => {
  const orgId = newId('org')
  const id = await start(orgId)
  await run()
  for (const path of [`/api/export/${id}`, `/api/export/${id}/file`]) {
    expect((await call('GET', path, orgId, 'admin')).status).toBe(403)
    expect((await call('GET', path, orgId, 'member')).status).toBe(403)
    expect((await call('GET', path, newId('org'))).status).toBe(404)
    expect((await send('GET', path)).status).toBe(401)
  }
  expect((await call('POST', '/api/export', orgId, 'admin')).status).toBe(403)
  expect((await call('GET', '/api/export/x/file', orgId)).status).toBe(404)
})

test('begins the archive again when a source fails, and gives up after five attempts', async () => {
  const orgId = newId('org')
  const id = await start(orgId)
  const { documents } = sources
  sources = { ...sources, documents: () => Promise.reject(new Error('away')) }
  await run()
  expect(await read(orgId, id)).toMatchObject({ status: 'running' })
  expect((await call('GET', `/api/export/${id}/file`, orgId)).status).toBe(404)
  sources = { ...sources, documents }
  await run()
  expect(await read(orgId, id)).toMatchObject({ status: 'running' })
  await expireLeases()
  await run()
  expect(await read(orgId, id)).toMatchObject({ status: 'ready' })

  const second = await start(orgId)
  sources = { ...sources, documents: () => Promise.reject(new Error('away')) }
  for (let attempt = 0; attempt < 6; attempt++) {
    await expireLeases()
    await run()
  }
  await expireLeases()
  await tidyExports(harness.deps)
  const failed = await read(orgId, second)
  expect(failed).toMatchObject({ status: 'failed' })
  expect(failed).not.toHaveProperty('url')
})

test('leaves the export to another replica when this one stops, although a source fails later', async () => {
  const orgId = newId('org')
  const id = await start(orgId)
  const { documents } = sources
  const stopping = new AbortController()
  sources = {
    ...sources,
    async documents() {
      stopping.abort()
      await new Promise((resolve) => setImmediate(resolve))
      throw new Error('away')
    },
  }
  await runExports(harness.deps, stopping.signal)
  expect(await read(orgId, id)).toMatchObject({ status: 'running' })
  sources = { ...sources, documents }
  await run()
  expect(await read(orgId, id)).toMatchObject({ status: 'ready' })
})

test('drops the archive of a replica whose lease another replica took', async () => {
  const orgId = newId('org')
  const id = await start(orgId)
  const { documents } = sources
  let taken: Promise<void> | undefined
  sources = {
    ...sources,
    async documents(org, cursor) {
      if (taken === undefined) {
        await expireLeases()
        taken = run()
        await taken
      }
      return documents(org, cursor)
    },
  }
  await run()
  expect(await read(orgId, id)).toMatchObject({ status: 'ready' })
  expect(await Array.fromAsync(harness.deps.archives.list(orgId))).toHaveLength(1)
  expect((await call('GET', `/api/export/${id}/file`, orgId)).status).toBe(200)
})

test('deletes replaced and expired archives, and all of a deleted organisation', async () => {
  const orgId = newId('org')
  const archives = async () => (await Array.fromAsync(harness.deps.archives.list(orgId))).length
  const first = await start(orgId)
  await run()
  const second = await start(orgId)
  await run()
  await tidyExports(harness.deps)
  expect((await call('GET', `/api/export/${first}`, orgId)).status).toBe(404)
  expect(await read(orgId, second)).toMatchObject({ status: 'ready' })
  expect(await archives()).toBe(1)
  await sql`update exports set expires_at = now() where id = ${second}`.execute(harness.deps.db)
  expect((await call('GET', `/api/export/${second}/file`, orgId)).status).toBe(404)
  await tidyExports(harness.deps)
  expect(await archives()).toBe(0)

  const third = await start(orgId)
  await run()
  expect(await archives()).toBe(1)
  await purgeOrg(harness.deps, orgId)
  expect(await archives()).toBe(0)
  expect((await call('GET', `/api/export/${third}`, orgId)).status).toBe(404)
})
