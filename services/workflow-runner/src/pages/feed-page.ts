import { decodeText, parseExactJson } from '@atrium/foreign-text'
import { parseFeed } from 'htmlparser2'
import { z } from 'zod'
import { htmlText } from '../texts/markup-text.ts'

export interface FeedPage {
  title: string
  description: string
  /** One block per entry: title, day, address and summary. */
  text: string
}

const most = { entries: 200, summary: 1_000, line: 500 } as const
const feedType = /^\s*application\/(?:(?:rss|atom|rdf)\+xml|feed\+json)\b/i
const feedStart =
  /^\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--[^>]{0,1000}-->\s*)?<(?:rss|feed|rdf:RDF)[\s>]/
const jsonFeedStart = /^\s*\{[^{[]{0,500}"version"\s*:\s*"https?:\/\/jsonfeed\.org\//

const Text = z.string().catch('')
const JsonFeed = z.object({
  title: Text,
  description: Text,
  items: z
    .array(
      z.object({
        title: Text,
        url: Text,
        date_published: Text,
        summary: Text,
        content_text: Text,
        content_html: Text,
      }),
    )
    .catch([]),
})

interface Entry {
  title: string
  url: string
  day: string
  summary: string
}

/** True if the content type or the beginning of the document says that it is a feed. */
export const isFeed = (bytes: Uint8Array, contentType: string): boolean => {
  const start = Buffer.from(
    bytes.buffer,
    bytes.byteOffset,
    Math.min(bytes.byteLength, 2_000),
  ).toString('latin1')
  return (
    feedType.test(contentType) ||
    feedStart.test(start.replace(/^\u00ef\u00bb\u00bf/, '')) ||
    jsonFeedStart.test(start)
  )
}

/** Converts an RSS, Atom or JSON feed to text. Throws if the document is not a feed. */
export function feedPage(bytes: Uint8Array, contentType: string): FeedPage {
  const decoded = decodeText(bytes, contentType)
  const feed = /^\s*\{/.test(decoded) ? readJsonFeed(decoded) : readXmlFeed(decoded)
  const { title, description, entries } = feed
  return {
    title: oneLine(title),
    description: oneLine(description),
    text: entries.slice(0, most.entries).map(writeEntry).join('\n\n'),
  }
}

function readXmlFeed(text: string) {
  const feed = parseFeed(text)
  if (feed === null) throw new Error('This is not a feed')
  const entries = feed.items.map(({ title = '', link = '', pubDate, description = '' }): Entry => {
    const day =
      pubDate !== undefined && !Number.isNaN(pubDate.getTime())
        ? pubDate.toISOString().slice(0, 10)
        : ''
    return { title, url: link, day, summary: description }
  })
  return { title: feed.title ?? '', description: feed.description ?? '', entries }
}

function readJsonFeed(text: string) {
  const { title, description, items } = JsonFeed.parse(parseExactJson(text))
  const entries = items.map((item): Entry => {
    const summary = item.summary || item.content_text || item.content_html
    return { title: item.title, url: item.url, day: item.date_published.slice(0, 10), summary }
  })
  return { title, description, entries }
}

const oneLine = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').trim().slice(0, most.line).toWellFormed()

function writeEntry({ title, url, day, summary }: Entry): string {
  const text = htmlText(summary.slice(0, 20_000)).slice(0, most.summary).toWellFormed()
  return [oneLine(title), oneLine(day), oneLine(url), text].filter((line) => line !== '').join('\n')
}
