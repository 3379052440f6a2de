import type { ReadFailure, ReadOutcome } from '@atrium/contracts'
import { describe, expect, it } from 'vitest'
import { calendarWorld } from '../../../test/calendar-world.ts'
import { edge, graph, node } from '../../../test/graphs.ts'
import { publishingWorld } from '../../../test/publishing-world.ts'
import { recordedRun } from '../../../test/recorded-run.ts'
import type { AccountPorts, NodePorts } from '../ports.ts'

type Asked = { cursor?: string | null | undefined }
type Paging = 'normal' | 'same' | 'endless' | 'empty'

/**
 * Builds a list of two pages with one entry each. The second page fails first if a test says so.
 */
function world() {
  const failures: ReadFailure[] = []
  const paging = { kind: 'normal' as Paging }
  const asked: (string | null)[] = []
  const pages =
    <T extends object>(pageOf: (entry: number, filled: boolean) => T) =>
    async ({ cursor = null }: Asked): Promise<ReadOutcome<T & { next: string | null }>> => {
      asked.push(cursor)
      const failure = cursor === null ? undefined : failures.shift()
      if (failure !== undefined) return { outcome: 'failed', failure }
      const at = Number(cursor ?? 0)
      const next =
        paging.kind === 'same' ? '1' : paging.kind !== 'normal' || at === 0 ? String(at + 1) : null
      return { outcome: 'read', page: { ...pageOf(at, paging.kind !== 'empty'), next } }
    }
  const day = '2026-05-04T08:00:00.000Z'
  const entries = <T>(entry: T, filled: boolean): T[] => (filled ? [entry] : [])
  const calendars = calendarWorld()
  const accounts = {
    mailbox: {
      search: pages((at, filled) => ({
        ids: entries(`m${at}`, filled),
        excludedLabelId: null,
        numbering: null,
      })),
      messages: async ({ ids }: { ids: string[] }) => ({
        outcome: 'read' as const,
        page: {
          messages: ids.map((id) => ({
            id,
            threadId: id,
            labelIds: [],
            snippet: '',
            receivedAt: 1_000,
            size: 1,
            tooLarge: false,
            source: Buffer.from('Subject: x\r\n\r\ny').toString('base64'),
            headers: [],
          })),
          read: ids.length,
        },
      }),
    },
    drive: {
      list: pages((at, filled) => ({
        files: entries(
          {
            id: `f${at}`,
            name: `f${at}`,
            mimeType: 'image/png',
            size: 1,
            modifiedAt: `2026-05-04T08:00:0${at % 10}.000Z`,
            url: null,
            owner: null,
          },
          filled,
        ),
      })),
    },
    notebook: {
      query: pages((at, filled) => ({
        rows: entries(
          {
            id: `r${at}`,
            title: `r${at}`,
            url: null,
            createdAt: day,
            editedAt: day,
            properties: {},
          },
          filled,
        ),
      })),
    },
    calendar: {
      ...calendars.ports.accounts.calendar,
      events: pages((at, filled) => ({
        events: entries(
          {
            id: `e${at}`,
            status: 'confirmed' as const,
            eventType: 'default',
            title: `e${at}`,
            description: '',
            location: null,
            url: null,
            organizer: null,
            attendees: [],
            updatedAt: null,
            start: { at: new Date(Date.now() + 86_400_000).toISOString(), allDay: false },
            end: { at: new Date(Date.now() + 90_000_000).toISOString(), allDay: false },
          },
          filled,
        ),
        syncToken: 't',
      })),
    },
    videos: {
      list: pages((at, filled) => ({
        videos: entries(
          {
            id: `v${at}`,
            title: `v${at}`,
            description: '',
            publishedAt: day,
            url: 'https://v',
            pictureUrl: null,
          },
          filled,
        ),
      })),
    },
  } as unknown as AccountPorts
  const { board } = calendars.ports
  const ports = { ...publishingWorld([]).ports, accounts, board } as unknown as Partial<NodePorts>
  return { failures, paging, asked, ports }
}

const database = '0123456789abcdef0123456789abcdef'
const nodes: readonly (readonly [
  type: string,
  params: Record<string, unknown>,
  entries: number,
])[] = [
  ['read_mailbox', {}, 2],
  ['read_drive', {}, 2],
  ['read_notebook', { database, content: false }, 2],
  ['calendar_to_tasks', { calendars: ['a'] }, 2],
  ['video_to_tasks', {}, 2],
]

async function run(
  { ports }: ReturnType<typeof world>,
  type: string,
  params: Record<string, unknown>,
) {
  const waits: number[] = []
  const flow = graph(
    [node('start', 'trigger.manual'), node('read', type, { connector: 'chn_1', ...params })],
    [edge('start', 'read')],
  )
  const pause = async (millis: number) => void waits.push(millis)
  const { outcome, nodes: records } = await recordedRun(flow, { ports: { ...ports, pause } })
  return { ...records['read'], outcome, waits }
}
const failure = (kind: ReadFailure['class'], more: Partial<ReadFailure> = {}): ReadFailure => ({
  class: kind,
  message: 'Its own words',
  fix: null,
  ...more,
})

describe.each(nodes)('%s', (type, params, entries) => {
  it('continues midway when the provider asks for a wait, and neither loses nor repeats an entry', async () => {
    const held = world()
    held.failures.push(
      failure('retry', { retryAfterSeconds: 11 }),
      failure('retry'),
      failure('retry'),
    )
    const read = await run(held, type, params)
    expect(read).toMatchObject({
      status: 'completed',
      itemsOut: entries,
      waits: [11_000, 2_000, 4_000],
    })
    expect(new Set(held.asked)).toEqual(new Set([null, '1']))
  })

  it('fails with the provider’s message and keeps no watermark if the provider is down or asks for a long wait', async () => {
    const away = world()
    away.failures.push(...Array.from({ length: 6 }, () => failure('retry')))
    const stays = await run(away, type, params)
    expect(stays).toMatchObject({ status: 'failed', error: 'Its own words (after 6 tries)' })
    expect('watermarks' in stays.outcome ? stays.outcome.watermarks : {}).toEqual({})
    const long = world()
    long.failures.push(failure('retry', { retryAfterSeconds: 3_600 }))
    expect(await run(long, type, params)).toMatchObject({
      status: 'failed',
      error: 'Its own words. The step reads again in 60 minutes.',
      waits: [],
    })
  })

  it('fails with a link to the channels page when a token expires midway', async () => {
    const held = world()
    const fix = { label: 'Reconnect the account', href: '/channels' }
    held.failures.push(failure('reconnect', { fix }))
    expect(await run(held, type, params)).toMatchObject({
      status: 'failed',
      error: 'Its own words',
      fix,
    })
  })

  it('fails with the reason if one page repeats or all pages are empty', async () => {
    const held = world()
    held.paging.kind = 'same'
    expect(await run(held, type, params)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('the same page again and again'),
    })
    held.paging.kind = 'empty'
    expect(await run(held, type, params)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('pages without an end'),
    })
  })

  it('stops at a limit if a list never ends', async () => {
    const held = world()
    held.paging.kind = 'endless'
    const read = await run(held, type, {
      ...params,
      ...(type === 'calendar_to_tasks' ? {} : { limit: 40 }),
    })
    if (read.status === 'completed') expect(read).toMatchObject({ itemsOut: 40, incomplete: true })
    else expect(read.error).toContain('pages without an end')
    expect(held.asked.length).toBeLessThanOrEqual(1_001)
  })
})
