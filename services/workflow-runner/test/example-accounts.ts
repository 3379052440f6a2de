import {
  CalendarEvent,
  ChannelVideo,
  ConnectNetwork,
  DriveFile,
  NotebookRow,
  type ReadFailure,
  type ReadOutcome,
} from '@atrium/contracts'
import { z } from 'zod'
import type { AccountPorts } from '../src/nodes/ports.ts'
import { aMail, mailWorld } from './mail-world.ts'

const at = '2026-01-01T00:00:00.000Z'
const none = z.null().default(null)
const text = (value: string) => z.string().default(value)

const Event = CalendarEvent.extend({
  status: CalendarEvent.shape.status.default('confirmed'),
  eventType: text('default'),
  description: text(''),
  location: none,
  url: none,
  organizer: none,
  attendees: z.array(z.string()).default([]),
  updatedAt: none,
})
const File = DriveFile.extend({
  mimeType: text('text/plain'),
  size: none,
  url: none,
  owner: none,
  text: z.string(),
})
const Row = NotebookRow.extend({
  url: none,
  createdAt: text(at),
  editedAt: text(at),
  lines: z.array(z.string()),
  properties: NotebookRow.shape.properties.default({}),
})
const Comment = z.object({
  id: z.string(),
  message: z.string(),
  author: z.object({ id: z.string(), name: z.string() }),
  own: z.boolean().optional(),
})

export const ExampleAccounts = z.strictObject({
  /** Mailbox messages as lines (RFC 5322). */
  mails: z
    .array(z.object({ id: z.string(), receivedAt: z.iso.datetime(), lines: z.array(z.string()) }))
    .default([]),
  /** Events in the calendar `primary`. */
  events: z.array(Event).default([]),
  files: z.array(File).default([]),
  rows: z.array(Row).default([]),
  videos: z.array(ChannelVideo).default([]),
  audience: z
    .array(
      z.object({
        id: z.string(),
        network: ConnectNetwork,
        name: z.string(),
        followers: z.number(),
      }),
    )
    .default([]),
  /** Comments by the network's post id. */
  comments: z.record(z.string(), z.array(Comment)).default({}),
})

const page = <P>(page: P): ReadOutcome<P> => ({ outcome: 'read', page })
const gone: ReadFailure = { class: 'gone', message: 'Gone', fix: null }

/** Creates account ports over the given contents. `record` notes each call with an effect. */
export function exampleAccounts(
  given: z.output<typeof ExampleAccounts>,
  record: <I, O>(does: string, call: (input: I) => Promise<O>) => (input: I) => Promise<O>,
): AccountPorts {
  const mails = given.mails.map(({ id, receivedAt, lines }) =>
    aMail(id, Date.parse(receivedAt), lines),
  )
  const { mailbox } = mailWorld(mails).ports.accounts
  return {
    mailbox: { ...mailbox, label: record('connect.label', (input) => mailbox.label(input, never)) },
    calendar: {
      calendars: async () =>
        page({
          calendars: [
            { id: 'primary', name: 'Work', primary: true, selected: true, timeZone: null },
          ],
          next: null,
        }),
      events: async ({ read }) =>
        page({
          events: read.kind === 'sync' && read.token !== null ? [] : given.events,
          next: null,
          syncToken: '1',
        }),
    },
    drive: {
      list: async () =>
        page({ files: given.files.map(({ text: _, ...file }) => file), next: null }),
      async file({ id }) {
        const file = given.files.find((each) => each.id === id)
        if (file === undefined) return { outcome: 'failed', failure: gone }
        const bytes = Buffer.from(file.text)
        return page({
          contentType: file.mimeType,
          bytes: bytes.toString('base64'),
          size: bytes.length,
          next: null,
        })
      },
    },
    notebook: {
      query: async () => page({ rows: given.rows.map(({ lines: _, ...row }) => row), next: null }),
      page: async ({ id }) =>
        page({ lines: given.rows.find((row) => row.id === id)?.lines ?? [], next: null }),
    },
    videos: { list: async () => page({ videos: given.videos, next: null }) },
    comments: async ({ externalId }) => {
      const comments = given.comments[externalId] ?? []
      return page({
        comments: comments.map((comment) => ({ ...comment, createdAt: at })),
        next: null,
      })
    },
    audience: {
      channels: async () => ({ items: [] }),
      async read({ channelId }) {
        const found = given.audience.find(({ id }) => id === channelId)
        if (found === undefined) return { outcome: 'failed', failure: gone }
        const { network, name, followers } = found
        return page({ network, name, followers, following: null, posts: null, views: null })
      },
    },
  }
}

const never = new AbortController().signal
