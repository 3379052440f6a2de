import type { WorkflowItem } from '@atrium/contracts'
import { mailPageSize } from '@atrium/contracts'
import { z } from 'zod'
import { measureWeight, type Pace } from '../../engine/index.ts'
import { connector, toReadTarget } from '../connector.ts'
import { defineNode } from '../define-node.ts'
import type { MailboxPort } from '../ports.ts'
import { mailFields } from './mail-item.ts'
import {
  advanced,
  countArrivals,
  listedAfter,
  type MailWatermark,
  mailWatermark,
} from './mail-watermark.ts'
import { readMessages } from './read-messages.ts'
import { type Reading, readingTime } from './read-page.ts'
import { readPages } from './read-pages.ts'
import {
  countWaiting,
  describeReading,
  noWaitingItems,
  readingMode,
  shortenAsked,
  takeTurns,
} from './sweep.ts'

const mostItems = 10_000
/**
 * Ids in one listing. A listing starts with the newest message, but the oldest listed messages are
 * read first.
 */
const mostListed = 100_000
/** Pages in one listing. If the provider returns partly filled pages, a listing has fewer ids. */
const mostPages = mostListed / mailPageSize
/** Bytes per read: half of the data a run may hold. */
const mostBytes = 32 * 1024 * 1024

const Params = z.object({
  connector: connector('The mailbox'),
  query: z
    .string()
    .max(1_000)
    .default('')
    .describe('A search as you would type it at your mailbox provider'),
  excludeLabel: z
    .string()
    .trim()
    .min(1)
    .max(225)
    .optional()
    .describe('Skips messages with this label. A later “Label mail” step sets the same label'),
  limit: z
    .number()
    .int()
    .min(1)
    .max(mostItems)
    .optional()
    .describe(
      `The most messages in one run. By default ${mailPageSize} if a label is left out, otherwise ${mostItems}`,
    ),
})

interface Listing extends Reading {
  mailbox: MailboxPort
  params: z.output<typeof Params>
  limit: number
}

async function listIds(listing: Listing, after: number | undefined, most: number) {
  const { mailbox, target, signal } = listing
  const { query, excludeLabel } = listing.params
  const asked = {
    query,
    ...(excludeLabel === undefined ? {} : { excludeLabel }),
    ...(after === undefined ? {} : { after }),
  }
  const found = new Set<string>()
  let excludedLabelId: string | null = null
  let numbering: string | null = null
  const search = (cursor: string | null) =>
    mailbox.search({ ...target, ...asked, cursor, limit: mailPageSize }, signal)
  let pages = 0
  for await (const page of readPages('The mailbox', search, listing)) {
    pages += 1
    excludedLabelId = page.excludedLabelId
    numbering = page.numbering
    for (const id of page.ids) found.add(id)
    if (found.size >= most || pages === mostPages)
      return {
        ids: [...found].slice(0, most),
        excludedLabelId,
        numbering,
        more: page.next !== null || found.size > most,
      }
  }
  return { ids: [...found], excludedLabelId, numbering, more: false }
}

type Mode = ReturnType<typeof readingMode>

/**
 * Lists the messages for a read without an excluded label. The oldest come first, so the watermark
 * skips no message.
 */
async function listUnread(
  listing: Listing,
  before: MailWatermark | undefined,
  expected: Mode,
  known: Known,
) {
  const { limit } = listing
  const after = before === undefined ? undefined : listedAfter(before)
  const isWhole = expected === 'all' || expected === 'baseline'
  const first = await listIds(listing, isWhole ? undefined : after, mostListed)
  // All ids are new, so the ids that earlier runs recorded say nothing (docs/imap.md, "Rules").
  const isRenumbered =
    before?.numbering !== undefined && (before.numbering ?? null) !== first.numbering
  const mode = isRenumbered ? 'baseline' : expected
  const listed = isRenumbered && !isWhole ? await listIds(listing, undefined, mostListed) : first
  const read = await known(listed.ids)
  const recent = new Set(before?.known.map(([id]) => id))
  const unread = listed.ids.filter((id) => !recent.has(id) && !read.has(id)).reverse()
  // No run has recorded which older messages it read, so all of them count as read.
  const arrived =
    mode === 'baseline' ? new Set((await listIds(listing, after, mostListed)).ids) : undefined
  const fresh = arrived === undefined ? unread : unread.filter((id) => arrived.has(id))
  const passed = arrived === undefined ? [] : listed.ids.filter((id) => !arrived.has(id))
  return {
    fresh: fresh.slice(0, limit),
    passed,
    mode,
    isRenumbered,
    numbering: listed.numbering,
    count: listed.ids.length,
    more: fresh.length > limit,
    /** True if there are older messages beyond the listing. No later run reads these. */
    unlisted: listed.more,
  }
}
type Known = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

export const readMailbox = defineNode({
  type: 'read_mailbox',
  label: 'Read mail',
  description: 'Reads the messages that a search finds, with the texts of their attachments',
  category: 'ingest',
  keywords: ['email', 'e-mail', 'mail', 'inbox', 'gmail', 'imap', 'messages', 'letters'],
  params: Params,
  emits: mailFields,
  usesPersonsRights: true,
  needs: ['org', 'mailbox'],
  async execute(_items, params, context) {
    const { ports, signal, nodeId } = context
    const { mailbox } = ports.accounts
    const guarded = params.excludeLabel !== undefined
    const limit = params.limit ?? (guarded ? mailPageSize : mostItems)
    const target = toReadTarget(context, params.connector)
    const reading = { mailbox, ports, target, signal }
    const key = `${nodeId}:${params.connector}`
    const listing = { ...reading, params, limit }
    const isLate = readingTime(context.now)
    // The excluded label alone prevents reading a message twice, so this read needs no watermark.
    if (guarded) {
      const { ids, excludedLabelId, more } = await listIds(listing, undefined, limit)
      const { main, settled } = await readIds(ids, {
        reading,
        isLate,
        excludedLabelId,
        oldest: 0,
        context,
      })
      const incomplete = more || settled.size < ids.length
      const message = describeReading(main.length, { more: incomplete, waiting: noWaitingItems })
      return { outputs: { main }, incomplete, message }
    }
    const before = mailWatermark(await context.watermark(key))
    const asked = shortenAsked(params.query)
    const waits = await context.reads.waiting(key, mostItems)
    const waiting = waits.due
    const expected = readingMode(before, { asked, now: context.now(), waiting: 0 })
    const known: Known = (ids) => context.reads.known(key, ids)
    const unread = await listUnread(listing, before, expected, known)
    const { fresh, passed, count, more, unlisted, mode, isRenumbered, numbering } = unread
    const own = new Set(waiting)
    const ids = takeTurns(
      waiting,
      fresh.filter((id) => !own.has(id)),
      limit,
    )
    // If a search ignores the arrival time, it also finds messages that earlier runs have read.
    const isRecent = mode === 'first' || mode === 'changes' || mode === 'baseline'
    const oldest = isRecent && before !== undefined ? listedAfter(before) * 1_000 : 0
    const found = await readIds(ids, {
      reading,
      isLate,
      excludedLabelId: null,
      oldest,
      own,
      ...(isRenumbered && before !== undefined ? { readBefore: countArrivals(before) } : {}),
      context,
    })
    const { main, arrivals, settled } = found
    const cut = more || settled.size < ids.length
    const gone = waiting.filter((id) => settled.has(id) && !arrivals.some(([read]) => read === id))
    const reads = {
      key,
      items: [...passed, ...arrivals.map(([id]) => id)].map((id): [string, string] => [id, '']),
      gone,
    }
    const next = advanced(
      isRenumbered && before !== undefined ? { ...before, known: [] } : before,
      arrivals.filter(([id]) => !own.has(id)),
    )
    const whole = mode === 'all' || mode === 'baseline'
    const sweep = whole
      ? { at: context.now(), count, asked, ...(cut ? { cut } : {}) }
      : before?.sweep
    const swept =
      mode === 'first' && cut
        ? { first: true }
        : { sweep: sweep ?? { at: context.now(), count: 0, asked } }
    return {
      outputs: { main },
      incomplete: cut || countWaiting(waits) > 0,
      message: describeReading(main.length, {
        more: cut,
        waiting: waits,
        ...(unlisted ? { newest: count } : {}),
      }),
      watermarks: next && { [key]: { ...next, numbering, ...swept } },
      reads,
    }
  },
})

interface ReadingIds {
  reading: Reading & { mailbox: MailboxPort }
  isLate(): boolean
  excludedLabelId: string | null
  /**
   * Milliseconds since 1970. Messages that arrived earlier are left out unless `own` contains them.
   */
  oldest: number
  own?: ReadonlySet<string>
  /**
   * How many messages with each arrival time earlier runs have read. As many are counted as read
   * again, because a renumbered folder keeps the arrival times.
   */
  readBefore?: Map<number, number>
  context: Pace
}

async function readIds(
  ids: readonly string[],
  { reading, isLate, excludedLabelId, oldest, own, readBefore, context }: ReadingIds,
) {
  const main: WorkflowItem[] = []
  const arrivals: [id: string, at: number][] = []
  const places = new Map(ids.map((id, at) => [id, at]))
  let bytes = 0
  let done = 0
  let cut = false
  for await (const { message, item } of readMessages(reading, ids)) {
    // Use the position instead of counting messages, because deleted messages are missing from the
    // response.
    const place = (places.get(message.id) ?? 0) + 1
    const same = readBefore?.get(message.receivedAt) ?? 0
    if (same > 0) {
      readBefore?.set(message.receivedAt, same - 1)
      arrivals.push([message.id, message.receivedAt])
    } else if (message.receivedAt >= oldest || own?.has(message.id) === true) {
      bytes += measureWeight(item, mostBytes)
      cut = bytes > mostBytes && main.length > 0
      if (cut) break
      arrivals.push([message.id, message.receivedAt])
      // The search index may not yet include a label that was just set.
      if (excludedLabelId === null || !message.labelIds.includes(excludedLabelId)) main.push(item)
    }
    done = place
    cut = isLate() && done < ids.length
    if (cut) break
    if (context.due()) await context.yield()
  }
  return { main, arrivals, settled: new Set(cut ? ids.slice(0, done) : ids) }
}
