import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buildAssetKey } from '@atrium/asset-key'
import { openStore } from '@atrium/blob-store'
import {
  BoardLiveFiles,
  Card,
  CreateCard,
  type ItemFile,
  newId,
  OrgDeleted,
  ReadItemFile,
} from '@atrium/contracts'
import { emit, inTransaction } from '@atrium/database'
import { callRpc, rpcHandler } from '@atrium/messaging'
import { eventually } from '@atrium/testkit'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { sweepFiles } from '../src/files/sweep-files.ts'
import { queueOrgMail } from '../src/mails/mails.db.ts'
import { sweepOldRuns } from '../src/worker/rows/retention.db.ts'
import { edge, graph, node } from './graphs.ts'
import { type Caller, startHarness } from './harness.ts'
import { pass } from './recorded-run.ts'
import { startStandIn } from './stand-in.ts'

const folder = await mkdtemp(join(tmpdir(), 'atrium-item-files-'))
const harness = await startHarness([pass], { ASSETS_UPLOAD_DIR: folder })
const store = openStore({ kind: 'directory', directory: folder }, folder, 'files')
const cards: z.output<typeof CreateCard.input>[] = []
const board = await startStandIn(harness.env, 'board', [
  rpcHandler(BoardLiveFiles, async () => ({ live: [] })),
  rpcHandler(CreateCard, async (input) => {
    cards.push(input)
    const { orgId, ownerId, card } = input
    const times = { createdAt: '2026-11-29T00:00:00.000Z', updatedAt: '2026-11-29T00:00:00.000Z' }
    const made = Card.parse({ ...emptyCard, ...times, id: newId('task'), orgId, ownerId, ...card })
    return { card: made, created: true }
  }),
])
const { db } = harness
const caller = harness.caller()
const signal = new AbortController().signal
afterAll(async () => {
  await board.stop()
  await harness.stop()
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const hooked = graph(
  [
    node('hook', 'trigger.webhook', { respond: 'last_output', keepRaw: true }),
    node('next', 'pass'),
  ],
  [edge('hook', 'next')],
)
async function openHook(member: Caller = caller) {
  const id = await member.create(hooked)
  await member.call('PATCH', `/api/workflows/${id}`, { active: true })
  const { body } = await member.call<{ url: string }>('POST', `/api/workflows/${id}/hook`)
  return {
    id,
    url: `${harness.service.url}/api/public/hooks/${body.url.split('/api/public/hooks/')[1]}`,
  }
}
const { url } = await openHook()

const emptyCard = {
  kind: 'task',
  body: '',
  status: 'todo',
  tags: [],
  fields: {},
  destination: null,
  dueDate: null,
}

type Body = FormData | Buffer<ArrayBuffer> | string
interface Fired {
  runId: string
  items: { json: { body: unknown; rawBody?: string; files: ItemFile[] } }[]
}
async function send(body: Body, headers: Record<string, string> = {}, to = url) {
  const answer = await fetch(to, { method: 'POST', body, headers })
  return { status: answer.status, body: (await answer.json()) as Fired & { code?: string } }
}
const formWith = (...files: [string, string | Buffer<ArrayBuffer>, string][]) => {
  const form = new FormData()
  for (const [name, bytes, type] of files) form.append('photo', new Blob([bytes], { type }), name)
  return form
}
const readFiles = async (body: Body, headers?: Record<string, string>) => {
  const fired = await send(body, headers)
  expect(fired.status).toBe(200)
  return fired.body.items[0]?.json.files ?? []
}
const multipart = (text: string, boundary = 'b') =>
  send(text.replaceAll('\n', '\r\n'), {
    'content-type': `multipart/form-data; boundary=${boundary}`,
  })
const blobs = () => readdir(join(folder, 'files', caller.principal.orgId ?? '', 'priv'))

it('turns form parts into fields and files and serves a file to members', async () => {
  const form = formWith(['pixel.png', png, 'text/html'], ['notes.txt', 'Hello', 'text/plain'])
  form.append('name', 'Ada')
  form.append('tag', 'a')
  form.append('tag', 'b')
  const { body } = await send(form)
  const { json } = body.items[0] ?? {}
  expect(json).toMatchObject({
    body: { name: 'Ada', tag: ['a', 'b'] },
    files: [
      { name: 'pixel.png', contentType: 'image/png', bytes: png.length },
      { name: 'notes.txt', contentType: 'text/plain', bytes: 5 },
    ],
  })
  const [picture, text] = json?.files ?? []
  const shown = await caller.open(`/api/files/${picture?.fileId}`)
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(png.length),
    'content-disposition': 'inline; filename=pixel.png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-cache',
  })
  expect(Buffer.from(await shown.arrayBuffer()).equals(png)).toBe(true)
  const saved = await caller.open(`/api/files/${text?.fileId}`)
  expect(saved.headers.get('content-disposition')).toBe('attachment; filename=notes.txt')
  expect(await saved.text()).toBe('Hello')
})

it('responds with 404 if the file is unknown, malformed or of another organisation, and with 401 without a session', async () => {
  const [file] = await readFiles(formWith(['a.png', png, 'image/png']))
  const stranger = harness.caller({ role: 'owner' })
  for (const [who, id] of [
    [stranger, file?.fileId],
    [caller, newId('file')],
    [caller, '..%2f..'],
  ] as const) {
    expect(await who.call('GET', `/api/files/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  }
  expect((await fetch(`${harness.service.url}/api/files/${file?.fileId}`)).status).toBe(401)
})

it('serves a long file part by part to the service that sends mails, and none of another organisation', async () => {
  const long = 'a,b\n'.repeat(150_000)
  const [file] = await readFiles(formWith(['long.csv', long, 'text/csv']))
  const fileId = file?.fileId ?? ''
  const { orgId } = caller.principal
  let read = ''
  for (let offset: number | null = 0; offset !== null; ) {
    const asked = { orgId: orgId ?? '', fileId, offset }
    const part: z.output<typeof ReadItemFile.output> = await callRpc(
      harness.bus,
      ReadItemFile,
      asked,
    )
    expect(part.size).toBe(long.length)
    read += Buffer.from(part.bytes, 'base64').toString()
    offset = part.next
  }
  expect(read).toBe(long)
  const beyond = { orgId: orgId ?? '', fileId, offset: long.length + 1 }
  expect(await callRpc(harness.bus, ReadItemFile, beyond)).toMatchObject({ bytes: '', next: null })
  await expect(
    callRpc(harness.bus, ReadItemFile, { orgId: newId('org'), fileId, offset: 0 }),
  ).rejects.toMatchObject({ code: 'not_found' })
})

it('takes a binary body as one file and names it by its disposition', async () => {
  const named = {
    'content-type': 'image/png',
    'content-disposition': "attachment; filename*=UTF-8''na%C3%AFve.png",
  }
  expect(await readFiles(png, named)).toMatchObject([
    { name: 'naïve.png', contentType: 'image/png' },
  ])
  const zip = Buffer.from('PK\x05\x06'.padEnd(22, '\0'), 'latin1')
  expect(await readFiles(zip, { 'content-type': 'application/octet-stream' })).toMatchObject([
    { name: 'file.zip', contentType: 'application/zip', bytes: 22 },
  ])
})

it('removes paths, control characters and bidirectional marks from file names', async () => {
  const names = [
    '../../etc/passwd',
    'C:\\temp\\a.png',
    '\u202egnp.exe',
    'a\u0000b.txt',
    '.htaccess',
    `${'x'.repeat(900)}.png`,
  ]
  const parts = names.map(
    (name) => `--b\nContent-Disposition: form-data; name="f"; filename="${name}"\n\nx\n`,
  )
  const { body } = await multipart(`${parts.join('')}--b--\n`)
  const files = body.items[0]?.json.files ?? []
  expect(files.map(({ name }) => name)).toEqual([
    'passwd',
    'a.png',
    'gnp.exe',
    'ab.txt',
    'htaccess',
    `${'x'.repeat(146)}.png`,
  ])
})

it('refuses hostile forms with a reason and stores nothing', async () => {
  const before = (await blobs()).length
  const file = (name: string) =>
    `--b\nContent-Disposition: form-data; name="f"; filename="${name}"\n\nx\n`
  const field = (name: string) => `--b\nContent-Disposition: form-data; name="${name}"\n\nx\n`
  const refused = [
    await multipart(`${file('a.txt')}`),
    await multipart(`${Array.from({ length: 21 }, (_, at) => file(`${at}.txt`)).join('')}--b--\n`),
    await multipart(`${Array.from({ length: 1_001 }, (_, at) => field(`${at}`)).join('')}--b--\n`),
    await multipart(`${field('x'.repeat(300))}--b--\n`),
    await send('x', { 'content-type': 'multipart/form-data' }),
  ]
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    refused.map(() => [400, 'validation_failed']),
  )
  expect((await send(Buffer.alloc(1_048_577), { 'content-type': 'application/pdf' })).status).toBe(
    413,
  )
  expect((await blobs()).length).toBe(before)
})

it('keeps a file while a run names it and deletes it with the run', async () => {
  const own = harness.caller()
  const hook = await openHook(own)
  const { body } = await send(formWith(['a.png', png, 'image/png']), {}, hook.url)
  const fileId = body.items[0]?.json.files[0]?.fileId ?? ''
  const sweep = () =>
    sweepFiles(
      {
        db,
        store,
        logger: pino({ level: 'silent' }),
        askBoard: async (_org, ids) => ids.filter((id) => live.has(id)),
      },
      signal,
    )
  const live = new Set<string>()
  const later = () =>
    sql`update item_files set look_at = now() - interval '1 minute' where id = ${fileId}`.execute(
      db,
    )
  const status = async () => (await own.call('GET', `/api/files/${fileId}`)).status
  await later()
  await sweep()
  expect(await status()).toBe(200)
  expect(
    await sql`select from item_files where id = ${fileId} and look_at <= now()`.execute(db),
  ).toMatchObject({ rows: [] })
  await sql`update runs set finished_at = now() - interval '31 days' where id = ${body.runId}`.execute(
    db,
  )
  await sweepOldRuns(db, 30, signal)
  live.add(fileId)
  await later()
  await sweep()
  expect(await status()).toBe(200)
  live.clear()
  await sweep()
  expect(await status()).toBe(200)
  await later()
  await sweep()
  expect(await status()).toBe(404)
  expect(await db.selectFrom('item_files').select('id').where('id', '=', fileId).execute()).toEqual(
    [],
  )
  expect(await readdir(join(folder, 'files', own.principal.orgId ?? '', 'priv'))).toEqual([])
})

it('deletes a file when only another organisation’s run or mail names it', async () => {
  const own = harness.caller()
  const orgId = own.principal.orgId ?? ''
  const stranger = newId('org')
  const key = buildAssetKey({ orgId, visibility: 'priv', extension: 'bin' })
  const id = newId('file')
  await db
    .insertInto('item_files')
    .values({ id, org_id: orgId, key, state: 'stored', look_at: sql<Date>`now()` })
    .execute()
  await db
    .insertInto('run_files')
    .values({ file_id: id, run_id: newId('run'), org_id: stranger })
    .execute()
  await inTransaction(db, undefined, (tx) =>
    queueOrgMail(tx, {
      key: id,
      orgId: stranger,
      recipient: 'ada@a.test',
      subject: 'Files',
      text: 'Here',
      usefulForSeconds: 60,
      files: [{ fileId: id, name: 'a.txt', contentType: 'text/plain', bytes: 1 }],
    }),
  )
  const silent = pino({ level: 'silent' })
  await sweepFiles({ db, store, logger: silent, askBoard: async () => [] }, signal)
  expect(await db.selectFrom('item_files').select('id').where('id', '=', id).execute()).toEqual([])
})

it('puts files on a card with their stored name, type and size, and refuses a file of another organisation', async () => {
  const [file] = await readFiles(formWith(['a.png', png, 'image/png']))
  const buildCard = (files: string) =>
    graph(
      [node('start', 'trigger.manual'), node('card', 'create_card', { title: 'Photo', files })],
      [edge('start', 'card')],
    )
  await eventually(async () => {
    const { body } = await caller.call<{ items: { type: string }[] }>('GET', '/api/workflows/nodes')
    if (!body.items.some(({ type }) => type === 'create_card'))
      throw new Error('the board is not known yet')
  })
  const given = { ...file, name: 'other.exe', bytes: 1 }
  const id = await caller.create(buildCard('{{$json.photo}}'))
  expect(await caller.runToEnd(id, { photo: given })).toMatchObject({ status: 'completed' })
  expect(await caller.runToEnd(id, { photo: [given, given] })).toMatchObject({
    status: 'completed',
  })
  expect(cards.map(({ card }) => card.fields?.['files'])).toEqual([[file], [file]])
  const stranger = harness.caller()
  const theirs = await stranger.create(buildCard('{{$json.photo}}'))
  expect(await stranger.runToEnd(theirs, { photo: file })).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('does not exist'),
  })
  expect(cards).toHaveLength(2)
})

it('stores nothing and says why if the organisation’s storage is full', async () => {
  const small = await startHarness([pass], {
    ASSETS_UPLOAD_DIR: folder,
    WORKFLOW_FILE_BYTES_OF_ORG: '100',
  })
  try {
    const own = small.caller()
    const id = await own.create(hooked)
    await own.call('PATCH', `/api/workflows/${id}`, { active: true })
    const { body } = await own.call<{ url: string }>('POST', `/api/workflows/${id}/hook`)
    const to = `${small.service.url}${new URL(body.url, 'http://x').pathname}`
    expect((await send(formWith(['a.png', png, 'image/png']), {}, to)).status).toBe(200)
    expect(await send(formWith(['b.png', png, 'image/png']), {}, to)).toMatchObject({
      status: 507,
      body: { code: 'insufficient_storage' },
    })
    expect(await readdir(join(folder, 'files', own.principal.orgId ?? '', 'priv'))).toHaveLength(1)
  } finally {
    await small.stop()
  }
})

it('stores nothing when the organisation has 100,000 files', async () => {
  const own = harness.caller()
  const orgId = own.principal.orgId ?? ''
  const hook = await openHook(own)
  await sql`insert into item_files (id, org_id, key, state)
    select ${newId('file')} || n, ${orgId}, 'gone', 'stored'
    from generate_series(1, 100000) n`.execute(db)
  const refused = await send(formWith(['a.png', png, 'image/png']), {}, hook.url)
  expect(refused).toMatchObject({ status: 507, body: { code: 'insufficient_storage' } })
  await db
    .deleteFrom('item_files')
    .where('org_id', '=', orgId)
    .where('id', 'like', '%99999')
    .execute()
  expect((await send(formWith(['a.png', png, 'image/png']), {}, hook.url)).status).toBe(200)
  await db.deleteFrom('item_files').where('org_id', '=', orgId).execute()
})

it('deletes a file and its counted bytes if its writer died', async () => {
  const own = harness.caller()
  const orgId = own.principal.orgId ?? ''
  const key = buildAssetKey({ orgId, visibility: 'priv', extension: 'bin' })
  const staged = await store.stage(Readable.from([png]))
  await staged.commit(key)
  const id = newId('file')
  await db.insertInto('item_files').values({ id, org_id: orgId, key, state: 'writing' }).execute()
  const sweep = (askBoard: () => Promise<string[]>) =>
    sweepFiles({ db, store, logger: pino({ level: 'silent' }), askBoard }, signal)
  await sweep(async () => [])
  expect(await store.stat(key)).toBeDefined()
  await sql`update item_files set look_at = now() - interval '1 minute' where id = ${id}`.execute(
    db,
  )
  await sweep(async () => {
    throw new Error('the board does not answer')
  })
  expect(await store.stat(key)).toBeDefined()
  await sweep(async () => [])
  expect(await store.stat(key)).toBeUndefined()
  expect(await db.selectFrom('item_files').select('id').where('id', '=', id).execute()).toEqual([])
})

it('deletes all files when an organisation is deleted', async () => {
  const own = harness.caller()
  const orgId = own.principal.orgId ?? ''
  const hook = await openHook(own)
  await send(formWith(['a.png', png, 'image/png']), {}, hook.url)
  await inTransaction(db, undefined, (tx) => emit(tx, OrgDeleted, null, { orgId }))
  await eventually(async () => {
    expect(await readdir(join(folder, 'files', orgId)).catch(() => [])).toEqual([])
    expect(
      await db.selectFrom('item_files').select('id').where('org_id', '=', orgId).execute(),
    ).toEqual([])
    expect(
      await db.selectFrom('run_files').select('run_id').where('org_id', '=', orgId).execute(),
    ).toEqual([])
  })
})
