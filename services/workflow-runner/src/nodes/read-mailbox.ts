import type { WorkflowItem } from '@atrium/contracts'
import { mailPageSize } from '@atrium/contracts'
import { z } from 'zod'
import { weightOf } from '../engine/index.ts'
import { connector, readTargetOf } from './connector.ts'
import { defineNode } from './define-node.ts'
import { mailKeys } from './mail-item.ts'
import { advanced, listedAfter, type MailWatermark, mailWatermark } from './mail-watermark.ts'
import type { MailboxPort } from './ports.ts'
import { readMessages } from './read-messages.ts'
import { type Reading, readingTime } from './read-page.ts'
import { readPages } from './read-pages.ts'

const mostItems = 10_000
/** Ids of one listing: the oldest of them are read first. */
const mostListed = 50_000
/** Data of the items of one read: a run holds no more than twice of it. */
const mostBytes = 32 * 1024 * 1024

const Params = z.object({
  connector: connector('The mailbox'),
  query: z.string().max(1_000).default('').describe('A search in the words of the mailbox provider'),
  excludeLabel: z
    .string()
    .trim()
    .min(1)
    .max(225)
    .optional()
    .describe('Leaves out messages with this label; a tag node behind it sets the same one'),
  limit: z
    .number()
    .int()
    .min(1)
    .max(mostItems)
    .optional()
    .describe(`The most messages of one run: ${mailPageSize} with a label to leave out, else ${mostItems}`),
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
  const search = (cursor: string | null) =>
    mailbox.search({ ...target, ...asked, cursor, limit: mailPageSize }, signal)
  for await (const page of readPages('The mailbox', search, listing)) {
    excludedLabelId = page.excludedLabelId
    for (const id of page.ids) found.add(id)
    if (found.size >= most)
      return {
        ids: [...found].slice(0, most),
        excludedLabelId,
        more: page.next !== null || found.size > most,
      }
  }
  return { ids: [...found], excludedLabelId, more: false }
}

/** A label guards a read by itself. Without one the oldest come first: the watermark passes over no message. */
async function wantedIds(listing: Listing, before: MailWatermark | undefined) {
  const { params, limit } = listing
  if (params.excludeLabel !== undefined) return listIds(listing, undefined, limit)
  const after = before === undefined ? undefined : listedAfter(before)
  const listed = await listIds(listing, after, mostListed)
  const known = new Set(before?.known.map(([id]) => id))
  const fresh = listed.ids.filter((id) => !known.has(id)).reverse()
  return { ...listed, ids: fresh.slice(0, limit), more: listed.more || fresh.length > limit }
}

export const readMailbox = defineNode({
  type: 'read_mailbox',
  label: 'Read mail',
  description: 'Reads the messages that a search finds, with the texts of their attachments',
  category: 'ingest',
  params: Params,
  emits: mailKeys,
  usesPersonsRights: true,
  needs: ['org', 'mailbox'],
  async execute(_items, params, context) {
    const { ports, signal, nodeId } = context
    const { mailbox } = ports.accounts
    const guarded = params.excludeLabel !== undefined
    const limit = params.limit ?? (guarded ? mailPageSize : mostItems)
    const target = readTargetOf(context, params.connector)
    const isLate = readingTime(context.now)
    const key = `${nodeId}:${params.connector}`
    const before = guarded ? undefined : mailWatermark(await context.watermark(key))
    const oldest = before === undefined ? 0 : listedAfter(before) * 1_000
    const listing = { mailbox, target, params, limit, signal, ports }
    const { ids, excludedLabelId, more } = await wantedIds(listing, before)

    const main: WorkflowItem[] = []
    const arrivals: [string, number][] = []
    let bytes = 0
    let cut = false
    for await (const { message, item } of readMessages({ mailbox, ports, target, signal }, ids)) {
      // A search that leaves out the time of arrival finds what earlier runs have read.
      if (message.receivedAt < oldest) continue
      bytes += weightOf(item, mostBytes)
      if (bytes > mostBytes && main.length > 0) {
        cut = true
        break
      }
      arrivals.push([message.id, message.receivedAt])
      // The search may lag behind a label that was just set.
      if (excludedLabelId === null || !message.labelIds.includes(excludedLabelId)) main.push(item)
      cut = isLate() && arrivals.length < ids.length
      if (cut) break
      if (context.due()) await context.yield()
    }
    const watermark = guarded ? undefined : advanced(before, arrivals)
    const incomplete = more || cut
    return {
      outputs: { main },
      incomplete,
      watermarks: watermark && { [key]: watermark },
      message: incomplete ? `${main.length} read; more wait for the next run` : '',
    }
  },
})
