import { decodeText } from '@atrium/foreign-text'
import { Readability } from '@mozilla/readability'
import { type DomDocument, type DomNode, parseDocument } from './dom.ts'
import { domSize } from './dom-size.ts'
import { extractText } from './extract-text.ts'
import { feedPage, isFeed } from './feed-page.ts'
import { type PageMetadata, pageMetadata } from './page-metadata.ts'
import { measureProse } from './prose.ts'
import { refreshTarget } from './refresh-target.ts'
import { stripMarkup } from './strip-markup.ts'

export interface PageSource {
  bytes: Uint8Array
  contentType: string
  url: string
}

export interface ExtractedPage extends Omit<PageMetadata, 'description'> {
  /** The page's own description, or the beginning of its text. */
  summary: string
  /** Only set if the page describes itself. */
  description?: string
  /** The article as plain text, one line per block. Empty if there is no article. */
  text: string
  truncated: boolean
  /**
   * `thin`: too little text. `boilerplate`: a notice instead of the page. Null if the page has an
   * article.
   */
  verdict: 'thin' | 'boilerplate' | null
  /** True if the page has no article, but has scripts that may produce one in a browser. */
  needsScripts: boolean
  /** The address that the page redirects to (`<meta http-equiv=refresh>`), or empty. */
  refresh: string
}

/**
 * Limits in characters. A text shorter than `thin` is no article. A text of `notice` characters or
 * more is no notice.
 */
export const pageLimits = {
  markup: 196_608,
  text: 100_000,
  thin: 200,
  notice: 1_500,
  summary: 300,
} as const
// The library's time grows with the cube of the depth. Pages by people are about 30 levels deep.
const articleLimits = { nodes: 60_000, depth: 200 } as const

/**
 * Reads a page: charset, metadata, and its article with Mozilla's Readability. Blocks its thread,
 * so call it in a worker thread.
 */
export function extractPage({ bytes, contentType, url }: PageSource): ExtractedPage {
  if (isFeed(bytes, contentType)) {
    const { title, description, text } = feedPage(bytes, contentType)
    return {
      ...textPage(text, url),
      title: title || new URL(url).host,
      ...(description === '' ? {} : { summary: description, description }),
    }
  }
  const decoded = decodeText(bytes, contentType)
  if (/^\s*text\/(?:plain|(?:x-)?markdown)\b/i.test(contentType)) return textPage(decoded, url)
  const { html, truncated, scripts } = stripMarkup(decoded, pageLimits.markup)
  const document = parseDocument(
    /<html[\s>]/i.test(html.slice(0, 10_000)) ? html : `<html><body>${html}`,
  )
  const metadata = pageMetadata(document, url)
  const whole = document.body === null ? '' : extractText(document.body)
  const { nodes, depth } = domSize(document)
  const readable = nodes <= articleLimits.nodes && depth <= articleLimits.depth
  const wholeProse = document.body === null ? noProse : measureProse(document.body)
  const refresh = refreshTarget(document, url)
  const article = readable
    ? findArticle(document)
    : { title: '', byline: '', text: whole, ...wholeProse }
  const text = cleanText(article?.text ?? '')
  const verdict =
    toVerdict(text, whole, article?.title || metadata.title) ??
    verdictOfProse(wholeProse.prose, article ?? noProse)
  const { description, ...rest } = metadata
  return {
    ...rest,
    title: metadata.title || (article?.title ?? ''),
    author: metadata.author || (article?.byline ?? ''),
    summary: description || toSummary(text),
    ...(description === '' ? {} : { description }),
    text: text.slice(0, pageLimits.text).toWellFormed(),
    truncated: truncated || text.length > pageLimits.text,
    verdict,
    needsScripts: verdict !== null && scripts > 0,
    refresh,
  }
}

interface Article {
  title: string
  byline: string
  text: string
  prose: number
  links: number
}

const noProse = { prose: 0, links: 0 }

function findArticle(document: DomDocument): Article | undefined {
  let measured = noProse
  const article = new Readability<string>(document as never, {
    charThreshold: pageLimits.thin,
    serializer(node: unknown) {
      measured = measureProse(node as DomNode)
      return extractText(node as DomNode)
    },
  }).parse()
  if (article === null) return undefined
  const { title, byline, content } = article
  return {
    title: title ?? '',
    byline: (byline ?? '').slice(0, 300),
    text: content ?? '',
    ...measured,
  }
}

const notices =
  /\b(?:enable javascript|javascript is (?:disabled|required)|are you (?:a )?(?:human|robot)|verify (?:that )?you are (?:a )?human|checking your browser|just a moment|access denied|page not found|404 not found|403 forbidden|sign in to continue|log in to continue|unusual traffic|captcha|domain is for sale|unsupported browser|accept (?:all )?cookies to continue)\b/i

function toVerdict(text: string, whole: string, title: string): ExtractedPage['verdict'] {
  const seen = text === '' ? whole : text
  if (seen.length < pageLimits.notice && notices.test(`${title}\n${seen}`)) return 'boilerplate'
  return text.length < pageLimits.thin ? 'thin' : null
}

// A menu with a footer is no article, even if it is long. Readability drops the footer's markup, so
// the prose is measured on the whole page.
const verdictOfProse = (wholeProse: number, { prose, links }: Pick<Article, 'prose' | 'links'>) =>
  wholeProse < pageLimits.thin || links > 2 * prose ? ('thin' as const) : null

function toSummary(text: string): string {
  const start = text.slice(0, pageLimits.summary).toWellFormed()
  if (text.length <= pageLimits.summary) return start
  const end = start.lastIndexOf(' ')
  return `${end > 0 ? start.slice(0, end) : start}…`
}

// PostgreSQL and JSON reject NUL, and broken pages contain other control characters too.
const cleanText = (text: string): string => text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, '')

/** Treats a plain text as a page. Its first line is the title. */
function textPage(decoded: string, url: string): ExtractedPage {
  const text = cleanText(decoded).trim()
  const first = (text.slice(0, 500).split('\n', 1)[0] ?? '').replace(/^#{1,6}\s+/, '')
  return {
    title: first.trim().slice(0, 120).toWellFormed() || new URL(url).host,
    siteName: '',
    author: '',
    publishedAt: '',
    image: '',
    canonical: '',
    summary: toSummary(text),
    needsScripts: false,
    refresh: '',
    text: text.slice(0, pageLimits.text).toWellFormed(),
    truncated: text.length > pageLimits.text,
    // Nothing was left out, so even a short text is complete and not thin.
    verdict: text === '' ? 'thin' : null,
  }
}
