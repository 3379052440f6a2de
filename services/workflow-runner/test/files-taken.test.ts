import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import {
  AdmitMail,
  Card,
  CreatePost,
  type FilePart,
  type ItemFile,
  newId,
  RoleOf,
  StoreFilePart,
} from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import type { Fired } from '../src/runs/fire-by-hand.ts'
import { edge, graph, node } from './graphs.ts'
import { type RunBody, startHarness } from './harness.ts'
import { startStandIn } from './stand-in.ts'
import { startWeb } from './web.ts'

const folder = await mkdtemp(join(tmpdir(), 'atrium-files-taken-'))
const outbox = join(folder, 'outbox')
const harness = await startHarness([], {
  ASSETS_UPLOAD_DIR: folder,
  MAIL_OUTBOX_DIR: outbox,
  FETCH_PRIVATE_ADDRESSES: 'loopback',
})
const caller = harness.caller()
const orgId = caller.principal.orgId ?? ''
const parts: FilePart[] = []
const posts: object[] = []
const times = { createdAt: '2026-11-29T00:00:00.000Z', updatedAt: '2026-11-29T00:00:00.000Z' }
const draft = {
  ...times,
  orgId,
  kind: 'post',
  title: '',
  body: 'Look',
  status: 'draft',
  tags: [],
  dueDate: null,
  fields: {},
  ownerId: caller.principal.userId,
  destination: { scheme: 'manual', host: 'example.social' },
}

async function storePart(part: FilePart) {
  parts.push(part)
  const end = part.offset + Buffer.from(part.bytes, 'base64').length
  if (end < part.size) return { outcome: 'more' as const, next: end }
  const key = `${part.orgId}/${part.visibility ?? 'priv'}/${part.digest.slice(0, 8)}.png`
  const file = {
    key,
    url: `http://api/api/assets/${key}`,
    contentType: 'image/png',
    bytes: part.size,
  }
  return { outcome: 'stored' as const, file }
}

const standIns = await Promise.all([
  startStandIn(harness.env, 'identity', [
    rpcHandler(RoleOf, async () => ({ role: 'member' as const })),
    rpcHandler(AdmitMail, async ({ recipients }) => ({
      refusal: null,
      skipped: [],
      sender: { name: 'Acme', address: 'owner@a.test' },
      admitted: recipients.map((address) => ({ address, unsubscribeUrl: null })),
    })),
  ]),
  startStandIn(harness.env, 'assets', [rpcHandler(StoreFilePart, storePart)]),
  startStandIn(harness.env, 'board', [
    rpcHandler(CreatePost, async ({ post }) => {
      posts.push(post)
      return { card: Card.parse({ ...draft, id: newId('task') }), created: true, broken: [] }
    }),
  ]),
])
beforeAll(() =>
  eventually(async () => {
    const { body } = await caller.call<{ items: { type: string }[] }>('GET', '/api/workflows/nodes')
    const types = new Set(body.items.map(({ type }) => type))
    if (!types.has('create_post') || !types.has('save_attachments'))
      throw new Error('not known yet')
  }),
)
beforeEach(() => {
  parts.splice(0)
  posts.splice(0)
  received.splice(0)
})
const web = await startWeb()
const received: { type: string; body: Buffer }[] = []
web.page('/take', async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  received.push({ type: request.headers['content-type'] ?? '', body: Buffer.concat(chunks) })
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
})
afterAll(async () => {
  web.stop()
  for (const { stop } of standIns) await stop()
  await harness.stop()
  await rm(folder, { recursive: true, force: true })
})

const png = Buffer.concat([
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  Buffer.alloc(900_000, 1),
])
let hookUrl: string | undefined
async function upload(
  name: string,
  bytes: string | Buffer<ArrayBuffer>,
  type: string,
): Promise<ItemFile> {
  if (hookUrl === undefined) {
    const id = await caller.create(
      graph([node('hook', 'trigger.webhook', { respond: 'last_output' })]),
    )
    await caller.call('PATCH', `/api/workflows/${id}`, { active: true })
    const { body } = await caller.call<{ url: string }>('POST', `/api/workflows/${id}/hook`)
    hookUrl = `${harness.service.url}${new URL(body.url, 'http://x').pathname}`
  }
  const form = new FormData()
  form.append('file', new Blob([bytes], { type }), name)
  const answer = await fetch(hookUrl, { method: 'POST', body: form })
  const { items } = (await answer.json()) as { items: { json: { files: ItemFile[] } }[] }
  const [file] = items[0]?.json.files ?? []
  if (file === undefined) throw new Error('no file')
  return file
}
const act = async (
  type: string,
  params: Record<string, unknown>,
  input: Record<string, unknown>,
) => {
  const flow = graph(
    [node('start', 'trigger.manual'), node('act', type, params)],
    [edge('start', 'act')],
  )
  const run = await caller.runToEnd(await caller.create(flow), input)
  const acted = run.nodes.find(({ nodeId }) => nodeId === 'act') as
    | { sample: { items: { json: Record<string, unknown> }[] } | null }
    | undefined
  return { status: run.status, error: run.error, json: acted?.sample?.items[0]?.json }
}
const mailParams = { to: 'ada@a.test', subject: 'Files', text: 'Here', files: '{{ $json.files }}' }

it('sends files as mail attachments', async () => {
  const files = [
    await upload('a.png', png, 'image/png'),
    await upload('b.txt', 'Hello', 'text/plain'),
  ]
  expect(await act('send_email', mailParams, { files })).toMatchObject({ status: 'completed' })
  const sent = await eventually(async () => {
    const [name] = (await readdir(outbox)).filter((each) => each.endsWith('.json'))
    if (name === undefined) throw new Error('no mail yet')
    return JSON.parse(await readFile(join(outbox, name), 'utf8'))
  })
  expect(sent.attachments).toEqual([
    { name: 'a.png', contentType: 'image/png', content: png.toString('base64') },
    { name: 'b.txt', contentType: 'text/plain', content: Buffer.from('Hello').toString('base64') },
  ])
})

it('refuses an item if its files are too large for a mail or missing', async () => {
  const file = await upload('a.png', png, 'image/png')
  await harness.db
    .updateTable('item_files')
    .set({ bytes: 15_000_001 })
    .where('id', '=', file.fileId)
    .execute()
  expect(await act('send_email', mailParams, { files: file })).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('at most 15 MB of files'),
  })
  expect(await act('send_email', mailParams, { files: [{ fileId: newId('file') }] })).toMatchObject(
    {
      status: 'failed',
      error: expect.stringContaining('does not exist'),
    },
  )
  expect(await act('send_email', mailParams, { files: 'a.png' })).toMatchObject({
    status: 'failed',
  })
})

it('copies the pictures of an item to the public files of a post and refuses other files', async () => {
  const picture = await upload('a.png', png, 'image/png')
  const params = { destination: 'manual://x.com', text: 'Look', files: '{{ $json.files }}' }
  const posted = await act('create_post', params, { files: picture })
  expect(posted).toMatchObject({ status: 'completed' })
  const whole = Buffer.concat(parts.map(({ bytes }) => Buffer.from(bytes, 'base64')))
  expect(whole.equals(png)).toBe(true)
  expect(parts.map(({ visibility, offset, name }) => [visibility, offset, name])).toEqual(
    [0, 393_216, 786_432].map((offset) => ['pub', offset, `file:${picture.fileId}`]),
  )
  expect(parts[0]?.digest).toBe(createHash('sha256').update(png).digest('hex'))
  expect(posts[0]).toMatchObject({ post: { media: [expect.stringContaining(`${orgId}/pub/`)] } })
  const note = await upload('b.txt', 'Hello', 'text/plain')
  expect(await act('create_post', params, { files: note })).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('not a picture or video'),
  })
  expect(posts).toHaveLength(1)
})

it('saves files as private files if the item is no message', async () => {
  const files = [await upload('a.png', png, 'image/png')]
  const saved = await act('save_attachments', {}, { files })
  expect(saved).toMatchObject({
    status: 'completed',
    json: { files: [{ name: 'a.png', url: expect.stringContaining('/priv/') }], unsaved: [] },
  })
  expect(parts[0]).toMatchObject({ orgId, name: `file:${files[0]?.fileId}`, size: png.length })
})

const requestParams = { url: `${web.url}/take`, method: 'POST', files: '{{ $json.files }}' }

it('sends files and fields as a form', async () => {
  const files = [
    await upload('a.png', png, 'image/png'),
    await upload('b "ü".txt', 'Hello', 'text/plain'),
  ]
  const body = { title: '{{ $json.title }}', tags: ['x', 'y'] }
  const form = { ...requestParams, bodyKind: 'form', fileField: 'photo', body }
  // The content type names the boundary between the parts, so a given content type is ignored.
  const sent = await act(
    'http_request',
    { ...form, headers: { 'Content-Type': 'multipart/form-data' } },
    { title: 'Hi "you"', files },
  )
  expect(sent).toMatchObject({ status: 'completed', json: { status: 200, body: { ok: true } } })
  const [{ type, body: bytes } = { type: '', body: Buffer.alloc(0) }] = received
  const read = await new Response(new Uint8Array(bytes), {
    headers: { 'content-type': type },
  }).formData()
  expect([read.get('title'), read.getAll('tags')]).toEqual(['Hi "you"', ['x', 'y']])
  const [first, second] = read.getAll('photo') as unknown as File[]
  expect([first?.name, first?.type, second?.type]).toEqual(['a.png', 'image/png', 'text/plain'])
  expect(Buffer.from((await first?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(png)).toBe(true)
  expect(await second?.text()).toBe('Hello')
})

it('sends one file as the body with its own content type', async () => {
  const file = await upload('a.png', png, 'image/png')
  const params = { ...requestParams, method: 'PUT', bodyKind: 'file' }
  expect(await act('http_request', params, { files: file })).toMatchObject({ status: 'completed' })
  expect(received).toMatchObject([{ type: 'image/png' }])
  expect(received[0]?.body.equals(png)).toBe(true)
})

it('reads the files once when a request has several pages', async () => {
  const file = await upload('a.txt', 'Hello', 'text/plain')
  const pages = [[1], [2], []]
  const sent: string[] = []
  web.page('/pages', async (request, response) => {
    sent.push(await text(request))
    // A second read would not find the file.
    await harness.db
      .updateTable('item_files')
      .set({ org_id: newId('org') })
      .where('id', '=', file.fileId)
      .execute()
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(pages[sent.length - 1]))
  })
  const params = { url: `${web.url}/pages`, bodyKind: 'file', paging: 'page', itemsPath: '' }
  const run = await act('http_request', { ...requestParams, ...params }, { files: file })
  expect(run).toMatchObject({ status: 'completed', error: null, json: { value: 1 } })
  expect(sent).toEqual(['Hello', 'Hello', 'Hello'])
})

it('sends the files of at most two runs at once, and ends a waiting run when it is cancelled', async () => {
  const file = await upload('a.txt', 'Hello', 'text/plain')
  const held: (() => void)[] = []
  // A new server has no idle connection that it could close just when a request reuses it.
  const slow = await startWeb()
  onTestFinished(() => slow.stop())
  slow.page('/slow', async (request, response) => {
    await text(request)
    held.push(() => response.end('ok'))
  })
  const flow = graph(
    [
      node('start', 'trigger.manual'),
      node('act', 'http_request', {
        ...requestParams,
        url: `${slow.url}/slow`,
        bodyKind: 'file',
      }),
    ],
    [edge('start', 'act')],
  )
  const id = await caller.create(flow)
  const path = `/api/workflows/${id}`
  // While a run is queued, a click returns that run instead of a new one.
  const fire = () =>
    eventually(async () => {
      const input = { files: file }
      const { body } = await caller.call<Fired>('POST', `${path}/run`, { input })
      if (body.alreadyPending) throw new Error('the run before is still queued')
      return body.runId
    })
  const isActing = (runId: string) =>
    eventually(async () => {
      const { body } = await caller.call<RunBody>('GET', `${path}/runs/${runId}`)
      const act = body.nodes.find(({ nodeId }) => nodeId === 'act')
      if (act?.['status'] !== 'running') throw new Error('the request is not sent yet')
    })
  const running = [await fire(), await fire()]
  const readError = async (runId: string) =>
    (await caller.call<RunBody>('GET', `${path}/runs/${runId}`)).body.error ?? null
  await eventually(async () => {
    expect(await Promise.all(running.map(readError))).toEqual([null, null])
    expect(held).toHaveLength(2)
  })
  const [cancelled, waiting] = [await fire(), await fire()]
  await Promise.all([cancelled, waiting].map(isActing))
  // A request without files does not wait.
  expect(await act('http_request', { url: `${web.url}/take` }, {})).toMatchObject({
    status: 'completed',
  })
  expect(held).toHaveLength(2)
  await caller.call('POST', `${path}/runs/${cancelled}/cancel`)
  expect(await caller.ended(id, cancelled)).toMatchObject({ status: 'cancelled' })
  for (const respond of held) respond()
  await eventually(() => expect(held).toHaveLength(3))
  held[2]?.()
  for (const runId of [...running, waiting])
    expect(await caller.ended(id, runId)).toMatchObject({ status: 'completed' })
  expect(held).toHaveLength(3)
})

it('refuses files if they are too large, missing, of another organisation or unfit for the request', async () => {
  const file = await upload('a.txt', 'Hello', 'text/plain')
  const other = await upload('b.txt', 'Hello', 'text/plain')
  const refusal = async (params: object, files: unknown) => {
    const { status, error } = await act('http_request', { ...requestParams, ...params }, { files })
    expect(status).toBe('failed')
    return error
  }
  expect(await refusal({ bodyKind: 'file' }, [])).toContain('exactly one file')
  expect(await refusal({ bodyKind: 'file' }, [file, other])).toContain('exactly one file')
  expect(await refusal({ bodyKind: 'form', method: 'GET' }, file)).toContain('cannot send files')
  expect(await refusal({ bodyKind: 'form', body: [1] }, file)).toContain(
    'an object with the form fields',
  )
  expect(await refusal({ bodyKind: 'form' }, { fileId: newId('file') })).toContain('does not exist')
  expect(await refusal({ bodyKind: 'file', url: 'http://10.0.0.1/take' }, file)).toContain(
    'could not reach this website',
  )
  const files = () => harness.db.updateTable('item_files').where('id', '=', file.fileId)
  await files().set({ bytes: 25_000_001 }).execute()
  for (const bodyKind of ['form', 'file'])
    expect(await refusal({ bodyKind }, file)).toContain('at most 25 MB')
  await files()
    .set({ org_id: newId('org'), bytes: 5 })
    .execute()
  for (const bodyKind of ['form', 'file']) {
    expect(await refusal({ bodyKind }, file)).toContain('does not exist')
  }
  expect(received).toEqual([])
})

it.each(['send_email', 'create_post', 'create_card'])(
  'activates a graph if the files of %s are an expression',
  async (type) => {
    const needed = {
      to: 'ada@a.test',
      subject: 'a',
      destination: 'manual://x.com',
      text: 'a',
      title: 'a',
    }
    for (const files of ['{{ $json.files }}', ['{{ $json.photo }}', '{{ $json.bill }}']]) {
      const act = node('act', type, { ...needed, files })
      const id = await caller.create(
        graph([node('hook', 'trigger.webhook'), act], [edge('hook', 'act')]),
      )
      expect(await caller.call('PATCH', `/api/workflows/${id}`, { active: true })).toMatchObject({
        status: 200,
      })
    }
    const wrong = node('act', type, { ...needed, files: ['a.png'] })
    const id = await caller.create(
      graph([node('hook', 'trigger.webhook'), wrong], [edge('hook', 'act')]),
    )
    expect(await caller.call('PATCH', `/api/workflows/${id}`, { active: true })).toMatchObject({
      status: 422,
    })
  },
)
