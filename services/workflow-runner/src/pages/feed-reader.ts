import type { GuardedFetch } from '@atrium/outbound-guard'
import type { FeedEntry } from './feed-entries.ts'
import type { PageExtraction } from './page-extraction.ts'
import { openPage, type PageCall, readPageBytes } from './page-reader.ts'

/** What a website said about the version of a feed, to ask whether the feed has changed. */
export interface FeedVersion {
  etag?: string | undefined
  modified?: string | undefined
}

/** An entry with its content as plain text. */
export type ReadEntry = Omit<FeedEntry, 'content'> & { text: string }

export interface ReadFeed {
  url: string
  title: string
  entries: readonly ReadEntry[]
  version: FeedVersion
}

export interface FeedReader {
  /**
   * Reads the feed at an address. Returns undefined if the website says that the version is still
   * the newest one. Rejects with `PageError`.
   */
  read(url: string, call: PageCall, version: FeedVersion): Promise<ReadFeed | undefined>
}

const accept =
  'application/rss+xml,application/atom+xml,application/feed+json,application/xml;q=0.9,application/json;q=0.8,*/*;q=0.1'
const notModified = 304
const longestVersion = 500

export function createFeedReader(guard: GuardedFetch, extraction: PageExtraction): FeedReader {
  return {
    async read(address, call, { etag, modified }) {
      const headers = {
        accept,
        ...(etag === undefined ? {} : { 'if-none-match': etag }),
        ...(modified === undefined ? {} : { 'if-modified-since': modified }),
      }
      const isAsked = etag !== undefined || modified !== undefined
      const answer = await openPage(guard, address, {
        signal: call.signal,
        headers,
        ...(isAsked ? { also: notModified } : {}),
      })
      if (answer.status === notModified) {
        await answer.discard()
        return undefined
      }
      const contentType = answer.headers['content-type'] ?? ''
      const bytes = await readPageBytes(answer)
      const url = answer.url.href
      const { title, entries } = await extraction.feed(call.lane, { bytes, contentType, url })
      const version = {
        etag: shortValue(answer.headers['etag']),
        modified: shortValue(answer.headers['last-modified']),
      }
      return { url, title, entries, version }
    },
  }
}

const shortValue = (value: string | undefined): string | undefined =>
  value !== undefined && value.length <= longestVersion ? value : undefined
