import { decodeText } from '@atrium/foreign-text'
import { parseDocument } from './dom.ts'
import type { PageSource } from './extract-page.ts'
import { stripMarkup } from './strip-markup.ts'

export interface SearchResult {
  url: string
  title: string
  snippet: string
}

const most = { results: 30, markup: 400_000, title: 300, snippet: 1_000 } as const
const tidy = (text: string, longest: number): string =>
  text.replaceAll(/\s+/g, ' ').trim().slice(0, longest).toWellFormed()

/**
 * Returns the links of a search page (class `result__a`), each with the snippet at the same list
 * position.
 */
export function resultLinks({ bytes, contentType, url }: PageSource): SearchResult[] {
  const { html } = stripMarkup(decodeText(bytes, contentType), most.markup)
  const document = parseDocument(`<html><body>${html}`)
  const snippets = new Map<string, string>()
  for (const each of document.querySelectorAll('.result__snippet')) {
    const address = resolveTarget(each.getAttribute('href') ?? '', url)
    if (address !== '' && !snippets.has(address))
      snippets.set(address, tidy(each.textContent, most.snippet))
  }
  const results: SearchResult[] = []
  for (const link of document.querySelectorAll('a.result__a')) {
    const address = resolveTarget(link.getAttribute('href') ?? '', url)
    const title = tidy(link.textContent, most.title)
    if (address !== '') results.push({ url: address, title, snippet: snippets.get(address) ?? '' })
    if (results.length === most.results) break
  }
  return results
}

// The provider links to a redirect of its own, with the target in `uddg`.
function resolveTarget(href: string, base: string): string {
  if (href === '' || href.length > 4_096 || !URL.canParse(href, base)) return ''
  const url = new URL(href, base)
  const inner = url.searchParams.get('uddg')
  const target = inner !== null && URL.canParse(inner) ? new URL(inner) : url
  return target.protocol === 'http:' || target.protocol === 'https:' ? target.href : ''
}
