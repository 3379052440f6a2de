import { hash } from 'node:crypto'
import { decodeText, parseExactJson } from '@atrium/foreign-text'
import { parseFeed } from 'htmlparser2'
import { z } from 'zod'
import { nestsDeeper } from '../texts/parse-markup.ts'

export interface FeedEntry {
  /** The guid, otherwise the address, otherwise a hash of the entry. Unique within the feed. */
  id: string
  title: string
  url: string
  /** ISO 8601, or null if the feed has no valid time. */
  publishedAt: string | null
  /** May hold HTML. */
  content: string
  image: string
}

export interface Feed {
  title: string
  description: string
  /** In the order of the feed. */
  entries: FeedEntry[]
}

const most = { entries: 2_000, id: 200, address: 2_048, content: 100_000 } as const
/** Feeds by people are about ten levels deep. Their XHTML is deeper. */
const deepest = 50

const Text = z.string().catch('')
const JsonFeed = z.object({
  title: Text,
  description: Text,
  items: z
    .array(
      z
        .object({
          id: z.union([z.string(), z.number().transform(String)]).catch(''),
          title: Text,
          url: Text,
          date_published: Text,
          summary: Text,
          content_text: Text,
          content_html: Text,
          image: Text,
        })
        .nullable()
        .catch(null),
    )
    .catch([]),
})

/**
 * Parses an RSS, Atom or JSON feed. Addresses are resolved against `base`. Throws if the document
 * is not a feed.
 */
export function readFeedDocument(bytes: Uint8Array, contentType: string, base?: string): Feed {
  const decoded = decodeText(bytes, contentType)
  const feed = /^\s*\{/.test(decoded) ? readJsonFeed(decoded) : readXmlFeed(decoded)
  const entries = new Map<string, FeedEntry>()
  for (const found of feed.entries.slice(0, most.entries)) {
    const url = resolveAddress(found.url, base)
    const entry = {
      id: entryId(found),
      title: found.title,
      url,
      publishedAt: toIso(found.date),
      content: found.content.slice(0, most.content).toWellFormed(),
      image: resolveAddress(found.image, base),
    }
    if (!entries.has(entry.id)) entries.set(entry.id, entry)
  }
  return { title: feed.title, description: feed.description, entries: [...entries.values()] }
}

interface Found {
  id: string
  title: string
  url: string
  date: Date | undefined
  content: string
  image: string
}

function entryId({ id, url, title, content, date }: Found): string {
  const own = id.trim() || url.trim()
  if (own !== '' && own.length <= most.id) return own
  const identity = own === '' ? JSON.stringify([title, date?.getTime(), content]) : own
  return hash('sha256', identity).slice(0, 32)
}

function resolveAddress(address: string, base: string | undefined): string {
  const text = address.trim()
  if (text === '' || text.length > most.address) return ''
  if (base === undefined) return text
  const url = URL.canParse(text, base) ? new URL(text, base) : undefined
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url.href : ''
}

function toIso(date: Date | undefined): string | null {
  const year = date?.getUTCFullYear() ?? Number.NaN
  return date !== undefined && year >= 0 && year <= 9_999 ? date.toISOString() : null
}

function readXmlFeed(text: string) {
  // Time grows with the depth, because each entry is searched with all entries nested in it.
  if (nestsDeeper(text, deepest)) throw new Error('The feed is nested too deeply')
  const feed = parseFeed(text)
  if (feed === null) throw new Error('This is not a feed')
  const entries = feed.items.map((item): Found => {
    const { id = '', title = '', link = '', pubDate, description = '', media } = item
    const image = media.find(({ medium, type }) => medium === 'image' || type?.startsWith('image/'))
    return { id, title, url: link, date: pubDate, content: description, image: image?.url ?? '' }
  })
  return { title: feed.title ?? '', description: feed.description ?? '', entries }
}

function readJsonFeed(text: string) {
  const { title, description, items } = JsonFeed.parse(parseExactJson(text))
  const entries = items
    .filter((item) => item !== null)
    .map((item): Found => {
      const content = item.summary || item.content_text || item.content_html
      const { id, url, image } = item
      const published = item.date_published.slice(0, 100)
      const date = published === '' ? undefined : new Date(Date.parse(published))
      return { id, title: item.title, url, date, content, image }
    })
  return { title, description, entries }
}
