import { type Html, html, type PublicPage, pageWords, publicPath } from '@atrium/site-page/public'
import type { Owner } from './page-owner.ts'

interface RecordList<Item> {
  readonly items: readonly Item[]
  readonly total: number
  readonly offset: number
  readonly none: string
  readonly nameItem: (item: Item) => string
  readonly showItem: (owner: Owner, item: Item) => Html
}

/** Renders the list of all products or events, or one part of a long list. */
export function recordListPage<Item>(
  owner: Owner,
  part: 'products' | 'events',
  { items, total, offset, none, nameItem, showItem }: RecordList<Item>,
): PublicPage {
  const words = pageWords[owner.language]
  const path = publicPath(owner.slug, part)
  const next = offset + items.length
  return {
    title: words[part],
    description: items.map(nameItem).join(', '),
    path,
    isIndexed: offset === 0,
    content: html`<h1>${words[part]}</h1>
${items.length === 0 ? html`<p class="quiet">${none}</p>` : html`<ul class="list">${items.map((item) => showItem(owner, item))}</ul>`}
${next < total && html`<p><a href="${path}?offset=${next}">${words.more}</a></p>`}`,
  }
}
