import { htmlText } from '../texts/markup-text.ts'
import { type FeedEntry, readFeedDocument } from './feed-entries.ts'

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

/** True if the content type or the document's beginning says that it is a feed. */
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
  const { title, description, entries } = readFeedDocument(bytes, contentType)
  return {
    title: oneLine(title),
    description: oneLine(description),
    text: entries.slice(0, most.entries).map(writeEntry).join('\n\n'),
  }
}

/** Returns a feed for a workflow, with the contents of its entries as plain texts. */
export function feedTexts(bytes: Uint8Array, contentType: string, url: string) {
  const { title, entries } = readFeedDocument(bytes, contentType, url)
  return {
    title: oneLine(title),
    entries: entries.map(({ content, title: name, ...entry }) => ({
      ...entry,
      title: oneLine(name),
      text: htmlText(content).trim(),
    })),
  }
}

const oneLine = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').trim().slice(0, most.line).toWellFormed()

function writeEntry({ title, url, publishedAt, content }: FeedEntry): string {
  const text = htmlText(content.slice(0, 20_000)).slice(0, most.summary).toWellFormed()
  const day = publishedAt?.slice(0, 10) ?? ''
  return [oneLine(title), day, oneLine(url), text].filter((line) => line !== '').join('\n')
}
