import type { WorkflowItem } from '@atrium/contracts'
import { z } from 'zod'
import { NodeError } from '../../engine/index.ts'
import type { FeedVersion, ReadEntry, ReadFeed } from '../../pages/feed-reader.ts'
import { PageError } from '../../pages/page-error.ts'
import { defineNode } from '../define-node.ts'
import { common, emitted, field } from '../emitted-fields.ts'
import { findChangedItems } from './changed-items.ts'
import { countWaiting, describeReading, shortenAsked } from './sweep.ts'

const mostItems = 2_000
const longestSummary = 300
/**
 * Every entry has this change time, so only its id decides whether it was read. Feeds list entries
 * late, with an old date or without one.
 */
const always = '1970-01-01T00:00:00.000Z'

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

const StoredVersion = z.object({
  etag: z.string().max(500).optional(),
  modified: z.string().max(500).optional(),
})

const toSummary = (text: string): string =>
  text.length <= longestSummary
    ? text
    : `${text.slice(0, longestSummary).toWellFormed().trimEnd()}…`

const toItem = (
  { id, title, url, publishedAt, text, image }: ReadEntry,
  feed: Pick<ReadFeed, 'title' | 'url'>,
): WorkflowItem => ({
  externalId: id,
  source: { scheme: 'feed', host: new URL(feed.url).host },
  json: {
    title,
    summary: toSummary(text),
    rawContent: text,
    url,
    publishedAt,
    image,
    siteName: feed.title,
    guid: id,
  },
})

export const readFeed = defineNode({
  type: 'read_feed',
  label: 'Read a feed',
  description: 'Reads the new entries of an RSS, Atom or JSON feed, each entry once',
  category: 'ingest',
  keywords: ['rss', 'atom', 'news', 'blog', 'podcast', 'subscribe', 'articles', 'json feed'],
  params: z.object({
    url: z
      .string()
      .trim()
      .max(2_048)
      .refine(isWebAddress, 'Enter the web address of a feed')
      .describe('The address of the feed'),
    limit: z
      .number()
      .int()
      .min(1)
      .max(mostItems)
      .default(100)
      .describe('The most entries in one run'),
  }),
  emits: emitted({
    title: field.text('Title', 'The spring fair opens'),
    summary: common.summary,
    rawContent: field.text('Text', 'The spring fair opens on 4 May with forty exhibitors.'),
    url: common.url,
    publishedAt: field.date('Published at', '2026-05-01T08:00:00.000Z'),
    image: common.image,
    siteName: field.text('Feed', 'News of the Kunsthalle'),
    guid: field.id('Entry id', 'https://kunsthalle.example/?p=71'),
  }),
  needs: ['feeds'],
  async execute(_items, { url, limit }, context) {
    const { ports, signal, nodeId, orgId } = context
    const key = `${nodeId}:feed:${shortenAsked(url)}`
    const versionKey = `${key}:version`
    const { due } = await context.reads.waiting(key, mostItems)
    // Entries that wait are offered from the feed, so the feed is needed even if nothing is new.
    const lastVersion: FeedVersion =
      due.length > 0
        ? {}
        : (StoredVersion.safeParse(await context.watermark(versionKey)).data ?? {})
    const feed = await ports.feeds
      .read(url, { lane: orgId ?? '', signal }, lastVersion)
      .catch((error: unknown) => {
        throw error instanceof PageError ? new NodeError(error.message, { cause: error }) : error
      })
    if (feed === undefined) return { outputs: { main: [] }, message: 'The feed has not changed' }
    const { items, waiting, more, settle } = await findChangedItems<ReadEntry>(
      {
        key,
        asked: url,
        limit,
        most: mostItems,
        ordered: false,
        // Feeds list the newest entry first, and runs take the oldest first.
        async *list() {
          yield feed.entries.toReversed()
        },
        id: (entry) => entry.id,
        changedAt: () => always,
      },
      context,
    )
    const main: WorkflowItem[] = []
    for (const entry of items) {
      main.push(toItem(entry, feed))
      if (context.due()) await context.yield()
    }
    const { watermarks, reads } = settle(main.length)
    return {
      outputs: { main },
      incomplete: more || countWaiting(waiting) > 0,
      message: describeReading(main.length, { more, waiting }),
      reads,
      // A version is only kept once all entries of the feed were read.
      watermarks: { ...watermarks, [versionKey]: more ? {} : feed.version },
    }
  },
})
