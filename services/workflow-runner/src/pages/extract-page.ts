import { decodeText } from '@atrium/foreign-text'
import { Readability } from '@mozilla/readability'
import { type DomDocument, type DomNode, parseDocument } from './dom.ts'
import { domSize } from './dom-size.ts'
import { type PageMetadata, pageMetadata } from './page-metadata.ts'
import { stripMarkup } from './strip-markup.ts'
import { textOf } from './text-of.ts'

export interface PageSource {
  bytes: Uint8Array
  contentType: string
  url: string
}

export interface ExtractedPage extends Omit<PageMetadata, 'description'> {
  /** The page's own description, else the beginning of its text. */
  summary: string
  /** The article as plain text, a line for each block; empty where there is none. */
  text: string
  truncated: boolean
  /** `thin`: too little text; `boilerplate`: a notice instead of the page. Null for a page with an article. */
  verdict: 'thin' | 'boilerplate' | null
  /** Without text, but with scripts that may produce one in a browser. */
  needsScripts: boolean
}

/** Limits in characters: of the markup that is read, of the text, of a text that counts as an article. */
export const pageLimits = { markup: 196_608, text: 100_000, thin: 200, notice: 1_500, summary: 300 } as const
// The library's time grows with the cube of the depth; pages of people are about 30 deep.
const articleLimits = { nodes: 60_000, depth: 200 } as const

/** Reads a page: charset, metadata, and its article with Mozilla's Readability. Synchronous; for a worker thread. */
export function extractPage({ bytes, contentType, url }: PageSource): ExtractedPage {
  const decoded = decodeText(bytes, contentType)
  if (/^text\/plain\b/i.test(contentType)) return plainText(decoded, url)
  const { html, truncated, scripts } = stripMarkup(decoded, pageLimits.markup)
  const document = parseDocument(/<html[\s>]/i.test(html.slice(0, 10_000)) ? html : `<html><body>${html}`)
  const metadata = pageMetadata(document, url)
  const whole = document.body === null ? '' : textOf(document.body)
  const { nodes, depth } = domSize(document)
  const readable = nodes <= articleLimits.nodes && depth <= articleLimits.depth
  const article = readable ? articleOf(document) : { title: '', byline: '', text: whole }
  const text = cleanText(article?.text ?? '')
  const verdict = verdictOf(text, whole, article?.title || metadata.title)
  const { description, ...rest } = metadata
  return {
    ...rest,
    title: metadata.title || (article?.title ?? ''),
    author: metadata.author || (article?.byline ?? ''),
    summary: description || summaryOf(text),
    text: text.slice(0, pageLimits.text).toWellFormed(),
    truncated: truncated || text.length > pageLimits.text,
    verdict,
    needsScripts: verdict !== null && scripts > 0,
  }
}

function articleOf(document: DomDocument): { title: string; byline: string; text: string } | undefined {
  const article = new Readability<string>(document as never, {
    charThreshold: pageLimits.thin,
    serializer: (node: unknown) => textOf(node as DomNode),
  }).parse()
  if (article === null) return undefined
  const { title, byline, content } = article
  return { title: title ?? '', byline: (byline ?? '').slice(0, 300), text: content ?? '' }
}

const notices =
  /\b(?:enable javascript|javascript is (?:disabled|required)|are you (?:a )?(?:human|robot)|verify (?:that )?you are (?:a )?human|checking your browser|just a moment|access denied|page not found|404 not found|403 forbidden|sign in to continue|log in to continue|unusual traffic|captcha|domain is for sale|unsupported browser|accept (?:all )?cookies to continue)\b/i

function verdictOf(text: string, whole: string, title: string): ExtractedPage['verdict'] {
  const seen = text === '' ? whole : text
  if (seen.length < pageLimits.notice && notices.test(`${title}\n${seen}`)) return 'boilerplate'
  return text.length < pageLimits.thin ? 'thin' : null
}

function summaryOf(text: string): string {
  const start = text.slice(0, pageLimits.summary).toWellFormed()
  if (text.length <= pageLimits.summary) return start
  const end = start.lastIndexOf(' ')
  return `${end > 0 ? start.slice(0, end) : start}…`
}

// Databases and JSON take neither NUL nor the other control characters of broken pages.
const cleanText = (text: string): string => text.replaceAll(/(?![\t\n\r])\p{Cc}/gu, '')

function plainText(decoded: string, url: string): ExtractedPage {
  const text = cleanText(decoded).trim()
  const first = text.slice(0, 500).split('\n', 1)[0] ?? ''
  return {
    ...{ title: first.trim().slice(0, 120).toWellFormed() || new URL(url).host, siteName: '', author: '' },
    ...{ publishedAt: '', image: '', canonical: '', summary: summaryOf(text), needsScripts: false },
    text: text.slice(0, pageLimits.text).toWellFormed(),
    truncated: text.length > pageLimits.text,
    verdict: text.length < pageLimits.thin ? 'thin' : null,
  }
}
