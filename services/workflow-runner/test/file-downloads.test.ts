import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ItemFile } from '@atrium/contracts'
import { afterAll, expect, it } from 'vitest'
import { edge, graph, node } from './graphs.ts'
import { startHarness } from './harness.ts'
import { startWeb } from './web.ts'

const folder = await mkdtemp(join(tmpdir(), 'atrium-downloads-'))
const harness = await startHarness([], {
  ASSETS_UPLOAD_DIR: folder,
  FETCH_PRIVATE_ADDRESSES: 'loopback',
})
const web = await startWeb()
const caller = harness.caller({ role: 'owner' })
afterAll(async () => {
  web.stop()
  await harness.stop()
  await rm(folder, { recursive: true, force: true })
})

const pdf = Buffer.concat([
  Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'),
  Buffer.alloc(200_000, 7),
])
let respond: (response: ServerResponse) => void = (response) => void response.end()
for (const path of ['/files', '/files/a%20b.pdf'])
  web.page(path, (_, response) => respond(response))

const download = async (path: string, params: Record<string, unknown> = {}) => {
  const ask = node('ask', 'http_request', { url: `${web.url}/files${path}`, ...params })
  const id = await caller.create(
    graph([node('start', 'trigger.manual'), ask], [edge('start', 'ask')]),
  )
  const run = await caller.runToEnd(id)
  const asked = run.nodes.find((each) => each['nodeId'] === 'ask') as
    | {
        sample: { items: { json: { body: unknown; files?: ItemFile[] } }[] } | null
        error: string | null
      }
    | undefined
  return { status: run.status, error: run.error, json: asked?.sample?.items[0]?.json }
}
const read = async (file: ItemFile | undefined) =>
  Buffer.from(await (await caller.open(`/api/files/${file?.fileId}`)).arrayBuffer())
const blobs = () =>
  readdir(join(folder, 'files', caller.principal.orgId ?? '', 'priv')).catch(() => [] as string[])

it('makes a file of a binary response and names it by its disposition or URL', async () => {
  respond = (response) =>
    response
      .writeHead(200, {
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="Bill 7.pdf"',
      })
      .end(pdf)
  const { json } = await download('')
  expect(json).toMatchObject({
    body: null,
    files: [{ name: 'Bill 7.pdf', contentType: 'application/pdf', bytes: pdf.length }],
  })
  expect((await read(json?.files?.[0])).equals(pdf)).toBe(true)
  respond = (response) =>
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(pdf)
  expect((await download('/a%20b.pdf?x=1')).json?.files).toMatchObject([
    { name: 'a b.pdf', contentType: 'application/pdf' },
  ])
})

it('reads text and JSON as a body, even if they are declared as binary data', async () => {
  respond = (response) =>
    response.writeHead(200, { 'content-type': 'application/octet-stream' }).end('{"a":1}')
  expect((await download('')).json).toMatchObject({ body: { a: 1 } })
  respond = (response) => response.writeHead(200).end('plain')
  const { json } = await download('')
  expect([json?.body, json?.files]).toEqual(['plain', undefined])
})

it('refuses a text above 1 MB and a file above 50 MB, and keeps nothing of them', async () => {
  const before = (await blobs()).length
  respond = (response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('x'.repeat(1_000_001))
  expect(await download('')).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('larger than 1 MB'),
  })
  respond = (response) => {
    response.writeHead(200, { 'content-type': 'application/zip' })
    const part = Buffer.alloc(1_000_000, 1)
    let sent = 0
    const write = () => {
      while (sent < 51) {
        sent += 1
        if (!response.write(part)) return void response.once('drain', write)
      }
      response.end()
    }
    write()
  }
  expect(await download('')).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('larger than 50 MB'),
  })
  expect((await blobs()).length).toBe(before)
})

it('keeps no file if the response breaks off or contains the credential', async () => {
  const before = (await blobs()).length
  respond = (response) => {
    response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': '300000' })
    response.write(pdf, () => response.destroy())
  }
  expect(await download('', { method: 'POST' })).toMatchObject({ status: 'failed' })
  const { host } = new URL(web.url)
  await caller.call('POST', '/api/credentials', {
    name: 'Shop',
    host,
    value: 'Bearer hidden-in-the-file',
  })
  respond = (response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' })
    response.write(Buffer.concat([pdf, Buffer.from('hidden-')]), () => response.end('in-the-file'))
  }
  expect(await download('', { credential: 'Shop' })).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('repeats the credential'),
  })
  expect((await blobs()).length).toBe(before)
})
