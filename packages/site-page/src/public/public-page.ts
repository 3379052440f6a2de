import { parseAssetKey } from '@atrium/asset-key'
import type { DocumentLanguage, OrgSettings } from '@atrium/contracts'
import { escapeHtml } from '../render-markup.ts'
import { type Html, html, jsonLd } from './html.ts'
import { pageStyle } from './page-style.ts'
import { pageWords } from './page-words.ts'

/** The organisation that a public page belongs to. */
export interface PageOwner {
  readonly slug: string
  /** The public name. */
  readonly name: string
  readonly language: DocumentLanguage
  readonly settings: Pick<OrgSettings, 'logoUrl' | 'brandColor' | 'imprint' | 'privacyUrl'>
}

export interface PublicPage {
  readonly title: string
  /** The text for search engines and link previews. Shortened to 200 characters. */
  readonly description: string
  /** The page's path on the public origin, without a query. */
  readonly path: string
  /** The URL of a picture for link previews. Left out unless it is a public file of the platform. */
  readonly pictureUrl?: string | null
  /** False for secret addresses and for pages that only make sense once. */
  readonly isIndexed: boolean
  /** Structured data for search engines, without `@context`. */
  readonly data?: object
  /** The browser opens this address at once, for example the payment page. */
  readonly continueAt?: string
  readonly content: Html
}

export interface RenderedPage {
  readonly html: string
  readonly isIndexed: boolean
  readonly policy: string
}

/** Returns an organisation's path below `/p`. */
export const publicPath = (orgSlug: string, ...parts: readonly string[]): string =>
  ['/p', orgSlug, ...parts]
    .map((part, at) => (at === 0 ? part : encodeURIComponent(part)))
    .join('/')

/**
 * Returns the path of a public picture of the platform, at most `width` pixels wide. Returns
 * undefined for every other URL: a foreign server would learn about each visitor.
 */
export function picturePath(
  url: string | null | undefined,
  width: 160 | 480 | 1080,
): string | undefined {
  const key = url == null ? undefined : /\/api\/assets\/(org_[^?#]+)/.exec(url)?.[1]
  if (key === undefined || parseAssetKey(key)?.visibility !== 'pub') return undefined
  return `/api/assets/${key}?w=${width}`
}

/** Cuts a text for search engines and link previews between two words. */
export function shortenText(text: string, longest = 200): string {
  const line = text
    .slice(0, longest * 2)
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= longest) return line
  const cut = line.slice(0, longest)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longest / 2)).toWellFormed()}…`
}

const policyWith = (styleHash: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Renders a public page of an organisation as a document without scripts. */
export function renderPublicPage(
  origin: string,
  { slug, name, language, settings }: PageOwner,
  page: PublicPage,
): RenderedPage {
  const words = pageWords[language]
  const { css, hash } = pageStyle(settings.brandColor)
  const logo = picturePath(settings.logoUrl, 480)
  const preview = picturePath(page.pictureUrl, 1080) ?? picturePath(settings.logoUrl, 1080)
  const { title, isIndexed, continueAt } = page
  const description = shortenText(page.description)
  const url = `${origin}${page.path}`
  const document = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === name ? name : `${title} · ${name}`}</title>
${description !== '' && html`<meta name="description" content="${description}">\n`}<meta name="robots" content="${isIndexed ? 'index, follow' : 'noindex, nofollow'}">
${isIndexed && html`<link rel="canonical" href="${url}">\n`}<meta property="og:type" content="website">
<meta property="og:site_name" content="${name}">
<meta property="og:title" content="${title}">
${description !== '' && html`<meta property="og:description" content="${description}">\n`}${isIndexed && html`<meta property="og:url" content="${url}">\n`}${preview !== undefined && html`<meta property="og:image" content="${origin}${preview}">\n`}${continueAt !== undefined && html`<meta http-equiv="refresh" content="0;url=${continueAt}">\n`}<style>`
  const rest = html`</style>
${page.data && jsonLd(page.data)}
</head>
<body>
<header><div class="wrap"><a class="org" href="${publicPath(slug)}" dir="auto">${logo && html`<img src="${logo}" alt="">`}<span>${name}</span></a></div></header>
<main class="wrap">
${page.content}
</main>
<footer><div class="wrap">
${settings.imprint !== '' && html`<h2>${words.imprint}</h2>\n<p class="text" dir="auto">${settings.imprint}</p>\n`}${settings.privacyUrl !== null && html`<p><a href="${settings.privacyUrl}" rel="noopener">${words.privacy}</a></p>\n`}</div></footer>
</body>
</html>
`
  return { html: document.text + css + rest.text, isIndexed, policy: policyWith(hash) }
}

/** Renders a page that has only a title and a message. It names no organisation. */
export function renderMessage(
  [title, message]: readonly [title: string, message: string],
  language: DocumentLanguage,
): RenderedPage {
  const { css, hash } = pageStyle(null)
  const text = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="robots" content="noindex, nofollow">
<style>${css}</style>
</head>
<body>
<main class="wrap">
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(message)}</p>
</main>
</body>
</html>
`
  return { html: text, isIndexed: false, policy: policyWith(hash) }
}
