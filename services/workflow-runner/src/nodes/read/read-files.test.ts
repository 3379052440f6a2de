import type {
  ChannelVideo,
  DriveFile,
  NotebookRow,
  ReadOutcome,
  WorkflowItem,
} from '@atrium/contracts'
import { describe, expect, it } from 'vitest'
import { calendarWorld } from '../../../test/calendar-world.ts'
import { edge, graph, node } from '../../../test/graphs.ts'
import { memoryReads, recordedRun, testNode } from '../../../test/recorded-run.ts'
import type { AccountPorts, NodePorts } from '../ports.ts'

const read = <P>(page: P): ReadOutcome<P> => ({ outcome: 'read', page })

const readsByPort = new WeakMap<object, ReturnType<typeof memoryReads>>()

async function run(
  type: string,
  params: Record<string, unknown>,
  accounts: AccountPorts,
  {
    watermarks = {},
    ports = {},
    now = Date.now,
  }: { watermarks?: Record<string, unknown>; ports?: Partial<NodePorts>; now?: () => number } = {},
) {
  const items: WorkflowItem[] = []
  const keep = testNode('keep', (given) => {
    items.push(...given)
    return { outputs: { main: given } }
  })
  const flow = graph(
    [
      node('start', 'trigger.manual'),
      node('read', type, { connector: 'chn_1', ...params }),
      node('keep', 'keep'),
    ],
    [edge('start', 'read'), edge('read', 'keep')],
  )
  const port = Object.values(accounts)[0] ?? {}
  const reads = readsByPort.get(port) ?? memoryReads()
  readsByPort.set(port, reads)
  const options = { ports: { accounts, ...ports }, nodes: [keep], watermarks, reads, now }
  const result = await recordedRun(flow, options)
  return {
    ...result.nodes['read'],
    ...result.outcome,
    items,
    ids: items.map(({ externalId }) => externalId),
  }
}

function paged<T>(list: readonly T[], cursor: string | null | undefined) {
  const from = Number(cursor ?? 0)
  return {
    part: list.slice(from, from + 2),
    next: from + 2 < list.length ? String(from + 2) : null,
  }
}

describe('read_drive', () => {
  const file = (id: string, modifiedAt: string, mimeType = 'text/plain'): DriveFile => ({
    id,
    name: `${id}.txt`,
    mimeType,
    size: 3,
    modifiedAt,
    url: null,
    owner: null,
  })
  function drive(files: DriveFile[], texts: Record<string, Buffer> = {}) {
    const fetched: string[] = []
    const port: AccountPorts['drive'] = {
      async list({ changedSince, cursor }) {
        const found = files
          .filter(
            ({ modifiedAt }) =>
              Date.parse(modifiedAt) >= Date.parse(changedSince ?? '1970-01-01T00:00:00Z'),
          )
          .sort((a, b) => (a.modifiedAt < b.modifiedAt ? -1 : 1))
        const { part, next } = paged(found, cursor)
        return read({ files: part, next })
      },
      async file({ id, mimeType, offset }) {
        if (offset === 0) fetched.push(id)
        const bytes = texts[id]
        if (bytes === undefined) {
          return { outcome: 'failed', failure: { class: 'gone', message: 'Gone', fix: null } }
        }
        const end = Math.min(bytes.length, offset + 300_000)
        const next = end < bytes.length ? end : null
        const page = {
          bytes: bytes.subarray(offset, end).toString('base64'),
          size: bytes.length,
          next,
        }
        return read({ contentType: mimeType, ...page })
      },
    }
    return { port, fetched, files }
  }

  it('reads files with their texts, long files in parts, and does not fetch pictures', async () => {
    const texts = { a: Buffer.from('Flour'), b: Buffer.from('x'.repeat(700_000)) }
    const { port, fetched } = drive(
      [
        file('a', '2026-01-01T00:00:00Z'),
        file('b', '2026-01-02T00:00:00Z'),
        file('c', '2026-01-03T00:00:00Z', 'image/png'),
        file('d', '2026-01-04T00:00:00Z'),
      ],
      texts,
    )
    const { items } = await run('read_drive', {}, { drive: port })
    expect(
      items.map(({ json }) => [json['title'], String(json['rawContent']).length, json['problem']]),
    ).toEqual([
      ['a.txt', 5, null],
      ['b.txt', 200_000, null],
      ['c.txt', 0, null],
      ['d.txt', 0, 'The file was deleted'],
    ])
    expect(fetched).toEqual(['a', 'b', 'd'])
    expect(Object.keys(items[0]?.json ?? {}).slice(-2)).toEqual(['url', 'contentType'])
  })

  it('passes on the provider’s reason when a download is refused', async () => {
    const { port } = drive([file('a', '2026-01-01T00:00:00Z')])
    const message = 'The account does not allow this: The owner has disabled downloads'
    const refusing: typeof port = {
      ...port,
      file: async () => ({ outcome: 'failed', failure: { class: 'blocked', message, fix: null } }),
    }
    const { items } = await run('read_drive', {}, { drive: refusing })
    expect(items).toMatchObject([{ json: { title: 'a.txt', rawContent: '', problem: message } }])
  })

  it('reads all nested folders once if asked, even if folders contain each other', async () => {
    const inside: Record<string, string[]> = {
      top: ['one', 'two'],
      one: ['deep'],
      two: ['deep'],
      deep: ['top'],
    }
    const { port } = drive([])
    const listed: (readonly string[] | undefined)[] = []
    const nested: typeof port = {
      ...port,
      async list({ folder, folders, kind }) {
        if (kind === 'folders') {
          const found = (folders ?? []).flatMap((id) => inside[id] ?? [])
          return read({ files: found.map((id) => file(id, '2026-01-01T00:00:00Z')), next: null })
        }
        listed.push(folders ?? (folder === undefined ? undefined : [folder]))
        return read({
          files: (folders ?? []).map((id) => file(`in-${id}`, '2026-01-02T00:00:00Z')),
          next: null,
        })
      },
    }
    const { ids } = await run('read_drive', { folder: 'top', subfolders: true }, { drive: nested })
    expect(ids.toSorted()).toEqual(['in-deep', 'in-one', 'in-top', 'in-two'])
    await run('read_drive', { folder: 'top' }, { drive: nested })
    expect(listed).toEqual([['top', 'one', 'two', 'deep'], ['top']])
  })

  it('continues after the last change it read, and reads a file again when the file changes', async () => {
    const texts = Object.fromEntries(['a', 'b', 'c'].map((id) => [id, Buffer.from(id)]))
    const at = '2026-01-01T00:00:00Z'
    const { port, files } = drive(
      [file('a', at), file('b', at), file('c', '2026-01-02T00:00:00Z')],
      texts,
    )
    const first = await run('read_drive', { limit: 2 }, { drive: port })
    expect([first.ids.length, first.incomplete]).toEqual([2, true])
    const second = await run(
      'read_drive',
      {},
      { drive: port },
      { watermarks: first.watermarks ?? {} },
    )
    expect(second.ids).toEqual(['c'])
    const [changed] = files
    if (changed !== undefined) changed.modifiedAt = '2026-01-03T00:00:00Z'
    const third = await run(
      'read_drive',
      {},
      { drive: port },
      { watermarks: second.watermarks ?? {} },
    )
    expect(third.ids).toEqual(['a'])
  })

  it('reads a late file once, even if its change time is older', async () => {
    const { port, files } = drive([file('a', '2026-02-01T00:00:00Z')])
    const first = await run('read_drive', { folder: 'f' }, { drive: port })
    expect(first.ids).toEqual(['a'])
    files.push(file('moved-in', '2019-05-05T00:00:00Z'))
    const watermarks = first.watermarks ?? {}
    const second = await run('read_drive', { folder: 'f' }, { drive: port }, { watermarks })
    expect([second.ids, second.incomplete]).toEqual([['moved-in'], false])
    const third = await run(
      'read_drive',
      { folder: 'f' },
      { drive: port },
      { watermarks: second.watermarks ?? {} },
    )
    expect(third.ids).toEqual([])
  })

  it('reads late files in parts if there are more than its limit', async () => {
    const { port, files } = drive([file('a', '2026-02-01T00:00:00Z')])
    const params = { folder: 'f', limit: 2 }
    let { watermarks = {}, ids } = await run('read_drive', params, { drive: port })
    for (const id of ['o1', 'o2', 'o3']) files.push(file(id, `2019-05-0${id[1]}T00:00:00Z`))
    const rounds: unknown[] = []
    for (let round = 0; round < 3; round += 1) {
      ;({ watermarks = {}, ids } = await run('read_drive', params, { drive: port }, { watermarks }))
      rounds.push(ids)
    }
    expect(rounds).toEqual([['o1', 'o2'], ['o3'], []])
  })

  it('counts older files as read if an earlier release wrote the watermark', async () => {
    const { port, files } = drive([
      file('old', '2019-05-05T00:00:00Z'),
      file('a', '2026-02-01T00:00:00Z'),
    ])
    const legacy = { 'read:chn_1': { at: '2026-02-01T00:00:00Z', known: ['a'] } }
    const first = await run('read_drive', {}, { drive: port }, { watermarks: legacy })
    expect(first.ids).toEqual([])
    files.push(file('moved-in', '2019-05-06T00:00:00Z'))
    const second = await run(
      'read_drive',
      {},
      { drive: port },
      { watermarks: first.watermarks ?? {} },
    )
    expect(second.ids).toEqual(['moved-in'])
  })

  it('loses no file beyond its limit when a text search sorts by relevance', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e']
    const texts = Object.fromEntries(ids.map((id) => [id, Buffer.from(id)]))
    const { port, files } = drive(
      ids.map((id, at) => file(id, `2026-01-0${9 - at}T00:00:00Z`)),
      texts,
    )
    port.list = async ({ changedSince = '', cursor }) => {
      const { part, next } = paged(
        files.filter(({ modifiedAt }) => modifiedAt >= changedSince.slice(0, 10)),
        cursor,
      )
      return read({ files: part, next })
    }
    const given = { query: 'flour', limit: 3 }
    const first = await run('read_drive', given, { drive: port })
    const second = await run(
      'read_drive',
      given,
      { drive: port },
      { watermarks: first.watermarks ?? {} },
    )
    expect([first.ids, second.ids]).toEqual([
      ['e', 'd', 'c'],
      ['b', 'a'],
    ])
  })
})

describe('read_notebook', () => {
  const database = '0a1b2c3d-0000-4000-8000-000000000001'
  const row = (id: string, editedAt: string): NotebookRow => ({
    id,
    title: `Row ${id}`,
    url: 'https://notebook.example.com/x',
    createdAt: editedAt,
    editedAt,
    properties: { Name: `Row ${id}`, Tons: 3, title: 'shadow', url: 'shadow' },
  })
  function notebook(rows: NotebookRow[]) {
    const pages: string[] = []
    const port: AccountPorts['notebook'] = {
      async query({ changedSince, cursor }) {
        const found = rows.filter(
          ({ editedAt }) =>
            Date.parse(editedAt) >= Date.parse(changedSince ?? '1970-01-01T00:00:00Z'),
        )
        const { part, next } = paged(found, cursor)
        return read({ rows: part, next })
      },
      async page({ id, cursor }) {
        pages.push(id)
        return read({ lines: [`Line of ${id}`], next: cursor === null ? 'more' : null })
      },
    }
    return { port, pages }
  }

  it('reads a row again if it was edited twice within the same minute', async () => {
    const edited = '2026-01-05T10:00:00.000Z'
    const rows = [row('a', edited), row('b', edited)]
    const { port } = notebook(rows)
    let clock = Date.parse(edited) + 20_000
    let watermarks: Record<string, unknown> = {}
    const read = async () => {
      const result = await run(
        'read_notebook',
        { database },
        { notebook: port },
        { now: () => clock, watermarks },
      )
      watermarks = result.watermarks
      clock += 15_000
      return result.ids
    }
    expect(await read()).toEqual(['a', 'b'])
    expect(await read()).toEqual([])
    rows[0] = { ...row('a', edited), title: 'Edited once more' }
    expect(await read()).toEqual(['a'])
    expect(await read()).toEqual([])
    // Long after that minute, the row counts as settled.
    clock += 600_000
    expect([await read(), await read()]).toEqual([[], []])
  })

  it('reads rows with their page texts, and does not let a column shadow a standard key', async () => {
    const { port } = notebook(
      ['a', 'b', 'c'].map((id, at) => row(id, `2026-01-0${at + 1}T00:00:00Z`)),
    )
    const { items, watermarks } = await run('read_notebook', { database }, { notebook: port })
    expect(items).toMatchObject([
      {
        externalId: 'a',
        source: { scheme: 'notebook' },
        json: {
          title: 'Row a',
          Tons: 3,
          rawContent: 'Line of a\nLine of a',
          url: 'https://notebook.example.com/x',
        },
      },
      { externalId: 'b' },
      { externalId: 'c' },
    ])
    const again = await run(
      'read_notebook',
      { database },
      { notebook: port },
      { watermarks: watermarks ?? {} },
    )
    expect(again.ids).toEqual([])
  })

  it('stops before its deadline, and the next run continues', async () => {
    const { port } = notebook(
      ['a', 'b', 'c'].map((id, at) => row(id, `2026-01-0${at + 1}T00:00:00Z`)),
    )
    let spent = 0
    const now = () => spent
    const buildPage = port.page
    port.page = (input, signal) => {
      spent += 2 * 60_000
      return buildPage(input, signal)
    }
    const first = await run('read_notebook', { database }, { notebook: port }, { now })
    expect([first.ids, first.incomplete]).toEqual([['a', 'b'], true])
    spent = 0
    const watermarks = first.watermarks ?? {}
    const second = await run('read_notebook', { database }, { notebook: port }, { now, watermarks })
    expect([second.ids, second.incomplete]).toEqual([['c'], false])
  })

  it('reads a late row even if its change time is older', async () => {
    const rows = [row('a', '2026-02-01T00:00:00Z')]
    const { port } = notebook(rows)
    const first = await run('read_notebook', { database }, { notebook: port })
    rows.unshift(row('moved-in', '2019-05-05T00:00:00Z'))
    const watermarks = first.watermarks ?? {}
    const second = await run('read_notebook', { database }, { notebook: port }, { watermarks })
    expect(second.ids).toEqual(['moved-in'])
  })

  it('accepts a database address, and skips the pages if their texts are not wanted', async () => {
    const { port, pages } = notebook([row('a', '2026-01-01T00:00:00Z')])
    const address = `https://notebook.example.com/team/Mills-${database.replaceAll('-', '')}?v=1`
    const { ids } = await run(
      'read_notebook',
      { database: address, content: false },
      { notebook: port },
    )
    expect([ids, pages]).toEqual([['a'], []])
    const other = await run(
      'read_notebook',
      { database: 'mills-1', content: false },
      { notebook: port },
    )
    expect(other.ids).toEqual(['a'])
    const wrong = await run('read_notebook', { database: 'Mills' }, { notebook: port })
    expect(wrong.error).toContain('Enter the ID or web address of a database')
  })
})

describe('video_to_tasks', () => {
  const video = (id: string): ChannelVideo => ({
    id,
    title: `Video ${id}`,
    description: 'Bread',
    publishedAt: null,
    pictureUrl: null,
    url: `https://videos.example.com/${id}`,
  })

  it('creates one card for each new video, oldest first', async () => {
    const { ports, cards } = calendarWorld()
    const videos = ['v3', 'v2', 'v1'].map(video)
    const list = {
      list: async ({ cursor }: { cursor?: string | null | undefined }) => {
        const { part, next } = paged(videos, cursor)
        return read({ videos: part, next })
      },
    }
    const once = () =>
      run('video_to_tasks', {}, { videos: list }, { ports: { board: ports.board } })
    expect((await once()).ids).toEqual(['v1', 'v2', 'v3'])
    expect((await once()).ids).toEqual([])
    videos.unshift(video('v4'))
    expect((await once()).ids).toEqual(['v4'])
    expect(cards.get('video:wf_1:v4')).toMatchObject({
      title: 'Video v4',
      fields: { videoId: 'v4', channelId: 'chn_1' },
    })
  })
})
