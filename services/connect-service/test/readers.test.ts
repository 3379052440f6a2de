import type { ReadEvents } from '@atrium/contracts'
import {
  addDatabase,
  cancelEvent,
  endTokens,
  moveEvent,
  openCalendars,
  openDrive,
  putEvent,
  putFile,
  putRow,
  type Sandbox,
  startSandbox,
} from '@atrium/sandbox'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createNetworkClient } from '../src/network/call-network.ts'
import type { NetworkError } from '../src/network/network-error.ts'
import { createApi } from '../src/providers/api.ts'
import { dataError } from '../src/providers/mailbox/data-error.ts'
import { calendarReader } from '../src/providers/mailbox/read-calendar.ts'
import { driveReader } from '../src/providers/mailbox/read-drive.ts'
import { notebookError } from '../src/providers/notebook/notebook-error.ts'
import { notebookReader } from '../src/providers/notebook/read-notebook.ts'
import type {
  Asked,
  CalendarReader,
  DriveReader,
  NotebookReader,
} from '../src/providers/readers.ts'
import { videoReader } from '../src/providers/videonet/read-videos.ts'
import { createVideonetApi } from '../src/providers/videonet/videonet-api.ts'

const user = '104857600000000000001'
const token = 'ntn_sandbox_integration_token'
const now = () => new Date()
const deps = { client: createNetworkClient(5_000), noteUsage: async () => {}, now }
let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())
beforeEach(() => {
  sandbox.mailbox.calendars.accounts.clear()
  sandbox.mailbox.calendars.paging = 'normal'
  sandbox.mailbox.drive.drives.clear()
  sandbox.notebook.contents.databases.clear()
  sandbox.notebook.contents.hasSources = true
  sandbox.notebook.perSecond = 1_000
  sandbox.videonet.videos.splice(0)
})

const refusal = (call: Promise<unknown>): Promise<NetworkError> =>
  call.then(
    () => expect.unreachable('it was not refused'),
    (error: unknown) => error as NetworkError,
  )
const byGoogle = () => ({
  accountId: 'a',
  accessToken: sandbox.mailbox.giveTokens(user).accessToken,
})

describe('calendars', () => {
  const inHours = (hours: number) => ({
    dateTime: new Date(Date.now() + hours * 3_600_000).toISOString(),
  })
  const calendars = () => [
    ...openCalendars(sandbox.mailbox.calendars, sandbox.mailbox.user(user)).values(),
  ]
  const reader = (): CalendarReader =>
    calendarReader(createApi({ baseUrl: `${sandbox.url}/mailbox/api`, errorOf: dataError }, deps))
  const all = async (calendarId: string, read: Asked<typeof ReadEvents>['read']) => {
    const events = []
    for (let cursor: string | null = null; ; ) {
      const page = await reader().events(byGoogle(), { calendarId, read, cursor })
      events.push(...page.events)
      if (page.next === null) return { events, syncToken: page.syncToken }
      cursor = page.next
    }
  }

  test('lists calendars and marks the primary one', async () => {
    const { calendars: found, next } = await reader().calendars(byGoogle(), { cursor: null })
    expect(found.map(({ name, primary, selected }) => [name, primary, selected])).toEqual([
      ['Harbour Bakery', true, true],
      ['Team', false, true],
    ])
    expect(next).toBeNull()
  })

  test('reads all events, then changes with deleted events since a sync token, and the events of a window', async () => {
    const [own, team] = calendars()
    if (own === undefined || team === undefined) throw new Error('two calendars are needed')
    for (let at = 0; at < 300; at += 1) {
      putEvent(own, {
        id: `e${at}`,
        summary: `Event ${at}`,
        start: inHours(at + 1),
        end: inHours(at + 2),
      })
    }
    const from = new Date().toISOString()
    const first = await all(own.id, { kind: 'sync', token: null, from })
    expect(first.events).toHaveLength(300)
    expect(first.events[0]).toMatchObject({
      id: 'e0',
      title: 'Event 0',
      eventType: 'default',
      status: 'confirmed',
    })
    expect(await all(own.id, { kind: 'sync', token: first.syncToken, from })).toMatchObject({
      events: [],
    })
    cancelEvent(own, 'e1')
    moveEvent(own, team, 'e2')
    putEvent(own, {
      id: 'day',
      summary: 'Day off',
      start: { date: '2099-01-01' },
      end: { date: '2099-01-02' },
    })
    const delta = await all(own.id, { kind: 'sync', token: first.syncToken, from })
    expect(delta.events.map(({ id, status, start }) => [id, status, start?.allDay])).toEqual([
      ['e1', 'cancelled', undefined],
      ['e2', 'cancelled', undefined],
      ['day', 'confirmed', true],
    ])
    const window = { kind: 'window', from, to: inHours(4.5).dateTime } as const
    expect((await all(own.id, window)).events.map(({ id }) => id)).toEqual(['e0', 'e3'])
    expect((await all(team.id, window)).events.map(({ id }) => id)).toEqual(['e2'])
  })

  test('refuses an expired sync token with 410 and an unknown calendar with 404', async () => {
    const [own] = calendars()
    if (own === undefined) throw new Error('a calendar is needed')
    const from = new Date().toISOString()
    const { syncToken } = await all(own.id, { kind: 'sync', token: null, from })
    endTokens(own)
    expect((await refusal(all(own.id, { kind: 'sync', token: syncToken, from }))).code).toBe(410)
    expect((await refusal(all('nowhere', { kind: 'sync', token: null, from }))).code).toBe(404)
  })
})

describe('files', () => {
  const reader = (): DriveReader =>
    driveReader(createApi({ baseUrl: `${sandbox.url}/mailbox/api`, errorOf: dataError }, deps))
  const asked = {
    folder: undefined,
    folders: undefined,
    kind: 'files' as const,
    query: '',
    changedSince: undefined,
    cursor: null,
  }
  const bytes = (text: string) => new Uint8Array(Buffer.from(text))
  const own = 'application/vnd.google-apps.'

  test('lists files by folder, words and change, without folders and trashed files', async () => {
    const drive = openDrive(sandbox.mailbox.drive, user)
    const folder = putFile(drive, { name: 'Bills', mimeType: `${own}folder` })
    const at = (day: number) => `2026-01-0${day}T00:00:00.000Z`
    const file = (name: string, day: number, more: object = {}) =>
      putFile(drive, {
        name,
        mimeType: 'text/plain',
        bytes: bytes(name),
        modifiedTime: at(day),
        ...more,
      })
    file("Mill's bill", 3, { parents: [folder.id] })
    file('Notes', 1)
    file('Old', 2, { trashed: true })
    file('Offer', 4, { bytes: bytes('About flour') })
    const names = async (more: object) =>
      (await reader().list(byGoogle(), { ...asked, ...more })).files.map(({ name }) => name)
    expect(await names({})).toEqual(['Notes', "Mill's bill", 'Offer'])
    expect(await names({ folder: folder.id })).toEqual(["Mill's bill"])
    expect(await names({ query: "mill's" })).toEqual(["Mill's bill"])
    expect(await names({ query: 'flour' })).toEqual(['Offer'])
    expect(await names({ changedSince: at(3) })).toEqual(["Mill's bill", 'Offer'])
  })

  test('lists the files of several folders, and lists folders separately', async () => {
    const drive = openDrive(sandbox.mailbox.drive, user)
    const outer = putFile(drive, { name: 'Outer', mimeType: `${own}folder` })
    const inner = putFile(drive, { name: 'Inner', mimeType: `${own}folder`, parents: [outer.id] })
    putFile(drive, { name: 'a', mimeType: 'text/plain', parents: [outer.id] })
    putFile(drive, { name: 'b', mimeType: 'text/plain', parents: [inner.id] })
    putFile(drive, { name: 'c', mimeType: 'text/plain' })
    const names = async (more: object) =>
      (await reader().list(byGoogle(), { ...asked, ...more })).files
        .map(({ name }) => name)
        .toSorted()
    expect(await names({ folders: [outer.id, inner.id] })).toEqual(['a', 'b'])
    expect(await names({ folders: [outer.id], kind: 'folders' })).toEqual(['Inner'])
  })

  test('replaces shortcuts with their files and drops a shortcut if it points to a folder or nothing', async () => {
    const drive = openDrive(sandbox.mailbox.drive, user)
    const [folder, file] = [
      putFile(drive, { name: 'Folder', mimeType: `${own}folder`, parents: ['elsewhere'] }),
      putFile(drive, { name: 'Bill', mimeType: 'application/pdf', parents: ['elsewhere'] }),
    ]
    const desk = putFile(drive, { name: 'Desk', mimeType: `${own}folder` })
    for (const target of [folder.id, file.id, 'gone']) {
      putFile(drive, { name: 'Shortcut', mimeType: `${own}shortcut`, parents: [desk.id], target })
    }
    const { files } = await reader().list(byGoogle(), { ...asked, folder: desk.id })
    expect(files).toMatchObject([{ id: file.id, name: 'Bill', mimeType: 'application/pdf' }])
  })

  test('lists the folders that shortcuts point to among the folders, and no files', async () => {
    const drive = openDrive(sandbox.mailbox.drive, user)
    const [folder, file] = [
      putFile(drive, { name: 'Folder', mimeType: `${own}folder`, parents: ['elsewhere'] }),
      putFile(drive, { name: 'Bill', mimeType: 'application/pdf', parents: ['elsewhere'] }),
    ]
    const desk = putFile(drive, { name: 'Desk', mimeType: `${own}folder` })
    const inner = putFile(drive, { name: 'Inner', mimeType: `${own}folder`, parents: [desk.id] })
    for (const target of [folder.id, file.id, desk.id, 'gone']) {
      putFile(drive, { name: 'Shortcut', mimeType: `${own}shortcut`, parents: [desk.id], target })
    }
    const given = { ...asked, folders: [desk.id], kind: 'folders' as const }
    const { files } = await reader().list(byGoogle(), given)
    expect(files.map(({ id }) => id).toSorted()).toEqual([desk.id, folder.id, inner.id].toSorted())
  })

  test('exports spreadsheets with all their sheets', async () => {
    const drive = openDrive(sandbox.mailbox.drive, user)
    const table = putFile(drive, {
      name: 'Costs',
      mimeType: `${own}spreadsheet`,
      bytes: bytes('PK'),
    })
    expect(await reader().file(byGoogle(), table.id, table.mimeType)).toMatchObject({
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    })
  })

  test('downloads files unchanged, exports documents as text and refuses types without text', async () => {
    const drive = openDrive(sandbox.mailbox.drive, user)
    const binary = new Uint8Array([0, 255, 1, 254])
    const picture = putFile(drive, {
      name: 'a.bin',
      mimeType: 'application/octet-stream',
      bytes: binary,
    })
    const letter = putFile(drive, {
      name: 'Letter',
      mimeType: `${own}document`,
      bytes: bytes('Dear mill'),
    })
    const form = putFile(drive, { name: 'Form', mimeType: `${own}form` })
    const read = ({ id, mimeType }: { id: string; mimeType: string }) =>
      reader().file(byGoogle(), id, mimeType)
    expect([...((await read(picture))?.source ?? [])]).toEqual([...binary])
    const text = await read(letter)
    expect([text?.contentType, text?.source.toString()]).toEqual(['text/plain', 'Dear mill'])
    expect((await refusal(read(form))).code).toBe('no_text')
    expect(await read({ id: 'gone', mimeType: 'text/plain' })).toBeUndefined()
    const large = putFile(drive, {
      name: 'b',
      mimeType: 'text/plain',
      bytes: new Uint8Array(33 * 1024 * 1024),
    })
    expect((await refusal(read(large))).code).toBe('too_large')
  })
})

describe('databases', () => {
  const headers = { 'notion-version': '2026-03-11' }
  const reader = (): NotebookReader =>
    notebookReader(
      createApi({ baseUrl: `${sandbox.url}/notebook/v1`, headers, errorOf: notebookError }, deps),
      async () => {},
    )
  const by = { accountId: 'n', accessToken: token }
  const rows = async (database: string, changedSince?: string) => {
    const found = []
    for (let cursor: string | null = null; ; ) {
      const page = await reader().query(by, { database, changedSince, cursor })
      found.push(...page.rows)
      if (page.next === null) return found
      cursor = page.next
    }
  }

  test('reads all pages of a database with and without data sources', async () => {
    const { id, sources } = addDatabase(sandbox.notebook.contents, 'Suppliers', [
      'Mills',
      'Dairies',
    ])
    for (let at = 0; at < 120; at += 1)
      putRow(sources[0]?.rows ?? [], { cells: { Name: `Mill ${at}`, Tons: '12.5' } })
    putRow(sources[1]?.rows ?? [], { cells: { Name: 'Dairy', Note: 'Butter' } })
    for (const hasSources of [true, false]) {
      sandbox.notebook.contents.hasSources = hasSources
      const found = await rows(id)
      expect(new Set(found.map(({ title }) => title)).size).toBe(121)
      expect(found.find(({ title }) => title === 'Mill 7')?.properties).toEqual({
        Name: 'Mill 7',
        Tons: 12.5,
      })
    }
    expect(await rows(id, '2099-01-01T00:00:00.000Z')).toEqual([])
  })

  test("reads the text of a row's page and names a database that is not shared", async () => {
    const { sources } = addDatabase(sandbox.notebook.contents, 'Notes')
    const lines = Array.from({ length: 130 }, (_, at) => `Line ${at}`)
    const row = putRow(sources[0]?.rows ?? [], { cells: { Name: 'Long' }, lines })
    const first = await reader().page(by, { id: row.id, cursor: null })
    const second = await reader().page(by, { id: row.id, cursor: first.next })
    expect([...first.lines, ...second.lines]).toEqual(lines)
    expect(second.next).toBeNull()
    const missing = await refusal(rows('00000000-0000-0000-0000-000000000000'))
    expect(missing.message).toContain('shared with your integration')
  })
})

test('reads the videos of a channel page by page', async () => {
  const [channel] = sandbox.videonet.channels
  if (channel === undefined) throw new Error('a channel is needed')
  for (let at = 0; at < 70; at += 1) {
    sandbox.videonet.videos.push({
      id: `v${at}`,
      channelId: channel.id,
      title: `Video ${at}`,
      description: 'Bread',
      categoryId: '22',
      privacy: 'public',
      bytes: 1,
      sha256: '',
      createdAt: new Date(),
      comments: [],
    })
  }
  const reader = videoReader(createVideonetApi(`${sandbox.url}/videonet/youtube/v3`, deps))
  const by = {
    accountId: 'v',
    accessToken: sandbox.videonet.giveTokens(channel.userId).accessToken,
  }
  const first = await reader(by, { cursor: null })
  const second = await reader(by, { cursor: first.next })
  expect([first.videos.length, second.videos.length, second.next]).toEqual([50, 20, null])
  expect(first.videos[0]).toMatchObject({ id: 'v69', title: 'Video 69', description: 'Bread' })
  expect((await refusal(reader(by, { playlist: 'PLunknown', cursor: null }))).message).toContain(
    'playlist',
  )
})
