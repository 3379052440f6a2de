import { hash } from 'node:crypto'
import type { NotebookRow, WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { measureWeight } from '../../engine/index.ts'
import { connector, toReadTarget } from '../connector.ts'
import { defineNode } from '../define-node.ts'
import { common, emitted, field } from '../emitted-fields.ts'
import type { NotebookPort } from '../ports.ts'
import { findChangedItems } from './changed-items.ts'
import { type Reading, readingTime } from './read-page.ts'
import { readPages } from './read-pages.ts'
import { countWaiting, describeReading } from './sweep.ts'

const mostItems = 10_000
const mostBytes = 32 * 1024 * 1024
const longestContent = 100_000
/**
 * The provider states edit times in whole minutes. Within this time, a row may change while its
 * edit time stays the same.
 */
const unsettledMs = 120_000

const uuid = /([0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12})(?:[?#]|$)/i
/**
 * Matches an id unless it is a UUID. A plain word does not match, because it is probably a database
 * name.
 */
const otherId = /^(?=.*[\d_-])[\w-]{1,100}$/

const databaseId = (text: string): string =>
  uuid.exec(text.trim())?.[1] ?? otherId.exec(text.trim())?.[0] ?? ''

async function readContent(reading: Reading & { notebook: NotebookPort }, id: string) {
  const { notebook, target, signal } = reading
  const lines: string[] = []
  let length = 0
  const read = (cursor: string | null) => notebook.page({ ...target, id, cursor }, signal)
  for await (const page of readPages('The page of a notebook', read, reading, ['gone'])) {
    if (page === 'gone') break
    for (const line of page.lines) {
      lines.push(line)
      length += line.length + 1
    }
    if (length > longestContent) {
      return { text: lines.join('\n').slice(0, longestContent).toWellFormed(), truncated: true }
    }
  }
  return { text: lines.join('\n'), truncated: false }
}

const toItem = (row: NotebookRow, { text, truncated }: { text: string; truncated: boolean }) => ({
  externalId: row.id,
  source: { scheme: 'notebook' },
  json: {
    ...row.properties,
    title: row.title,
    rawContent: text,
    createdAt: row.createdAt,
    editedAt: row.editedAt,
    properties: row.properties,
    truncated,
    url: row.url,
    contentType: 'text/plain',
  },
})

export const readNotebook = defineNode({
  type: 'read_notebook',
  label: 'Read a notebook',
  description: 'Reads the rows of a notebook’s database that are new or were changed',
  category: 'ingest',
  keywords: ['notion', 'database', 'rows', 'table', 'wiki', 'pages'],
  params: z.object({
    connector: connector('The notebook'),
    database: z
      .string()
      .max(500)
      .refine((text) => databaseId(text) !== '', {
        error: 'Enter the ID or web address of a database',
      })
      .describe('The id or the address of a database'),
    content: z
      .boolean()
      .default(true)
      .describe('Also reads the text of each row’s page, which takes a third of a second per row'),
    limit: z.number().int().min(1).max(mostItems).default(500).describe('The most rows in one run'),
  }),
  emits: emitted({
    title: field.text('Title', 'Spring fair'),
    rawContent: field.text('Text', 'Book the hall'),
    createdAt: field.date('Created at', '2026-05-01T08:00:00.000Z'),
    editedAt: field.date('Changed at', '2026-05-04T08:00:00.000Z'),
    properties: field.object('Columns', { Status: 'Planned' }),
    truncated: common.truncated,
    url: field.url('Link to the page', 'https://notebook.example/spring-fair'),
    contentType: field.text('Content type', 'text/markdown'),
  }),
  usesPersonsRights: true,
  needs: ['org', 'notebook'],
  async execute(_items, { connector: channel, database: given, content, limit }, context) {
    const { ports, signal, nodeId } = context
    const { notebook } = ports.accounts
    const target = toReadTarget(context, channel)
    const reading = { notebook, ports, target, signal }
    const isLate = readingTime(context.now)
    const database = databaseId(given)
    const { items, waiting, more, settle, digestBefore } = await findChangedItems<NotebookRow>(
      {
        key: `${nodeId}:${channel}:${database}`,
        asked: database,
        limit,
        most: 5 * mostItems,
        // A database may have several sources. Each source is sorted by change time, but not the
        // whole list.
        ordered: false,
        async *list(since) {
          const query = (cursor: string | null) =>
            notebook.query({ ...target, database, ...since, cursor }, signal)
          for await (const { rows } of readPages('The notebook', query, reading)) yield rows
        },
        id: (row) => row.id,
        changedAt: (row) => row.editedAt,
      },
      context,
    )
    const main: WorkflowItem[] = []
    const digests = new Map<NotebookRow, string>()
    let [bytes, done] = [0, 0]
    for (const row of items) {
      if (bytes > mostBytes || (done > 0 && isLate())) break
      const askedAt = context.now()
      const item = toItem(
        row,
        content ? await readContent(reading, row.id) : { text: '', truncated: false },
      )
      done += 1
      const before = digestBefore(row)
      const digest = hash(
        'sha256',
        JSON.stringify([row.title, row.properties, item.json.rawContent]),
      )
      if (askedAt - Date.parse(row.editedAt) < unsettledMs) digests.set(row, digest)
      // The row was read soon after its edit and has not changed since.
      if (before === digest && !waiting.due.includes(row.id)) continue
      bytes += measureWeight(item, mostBytes)
      main.push(item)
      if (context.due()) await context.yield()
    }
    const cut = more || done < items.length
    return {
      outputs: { main },
      incomplete: cut || countWaiting(waiting) > 0,
      message: describeReading(main.length, { more: cut, waiting }),
      ...settle(done, digests),
    }
  },
})
