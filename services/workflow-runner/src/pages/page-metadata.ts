import type { DomDocument } from './dom.ts'

/** What a page says about itself. A field is empty if the page does not state it. */
export interface PageMetadata {
  title: string
  description: string
  siteName: string
  author: string
  publishedAt: string
  /** Absolute http or https addresses. */
  image: string
  /** Empty if it points to another host, because a page cannot speak for another site. */
  canonical: string
}

const longest = { title: 500, description: 2_000, other: 300 } as const

/** Reads Open Graph, Twitter cards, standard metadata names, `<title>` and `rel=canonical`. */
export function pageMetadata(document: DomDocument, address: string): PageMetadata {
  const named = new Map<string, string>()
  for (const meta of document.querySelectorAll('meta')) {
    const name = (meta.getAttribute('property') ?? meta.getAttribute('name') ?? '')
      .trim()
      .toLowerCase()
    const content = tidy(meta.getAttribute('content') ?? '')
    if (name !== '' && content !== '' && !named.has(name)) named.set(name, content)
  }
  const first = (most: number, ...names: string[]): string =>
    (names.map((name) => named.get(name) ?? '').find((text) => text !== '') ?? '')
      .slice(0, most)
      .toWellFormed()
  const title = tidy(document.querySelector('title')?.textContent ?? '').slice(0, longest.title)
  const canonical = absolute(
    document.querySelector('link[rel~="canonical"]')?.getAttribute('href') ?? '',
    address,
  )
  const base = document.querySelector('base[href]')?.getAttribute('href') ?? ''
  const from = absolute(base, address) || address
  return {
    title: first(longest.title, 'og:title', 'twitter:title', 'dc.title') || title,
    description: first(
      longest.description,
      'og:description',
      'description',
      'twitter:description',
      'dc.description',
    ),
    siteName: first(longest.other, 'og:site_name', 'application-name'),
    author: first(longest.other, 'author', 'article:author', 'dc.creator', 'parsely-author'),
    publishedAt: parseDate(
      first(longest.other, 'article:published_time', 'date', 'dc.date', 'parsely-pub-date'),
    ),
    image: absolute(
      first(2_048, 'og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image'),
      from,
    ),
    canonical:
      canonical !== '' && new URL(canonical).host === new URL(address).host ? canonical : '',
  }
}

const tidy = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

function absolute(text: string, base: string): string {
  if (text === '' || text.length > 2_048 || !URL.canParse(text, base)) return ''
  const url = new URL(text, base)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : ''
}

function parseDate(text: string): string {
  const moment = new Date(text)
  return text === '' || Number.isNaN(moment.getTime()) ? '' : moment.toISOString()
}
