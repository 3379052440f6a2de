import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { faultSwitches, mountFaultSwitches } from '../../pages/fault-switches.ts'
import { form, link, mountForm } from '../../pages/inspect.ts'
import { networkPage } from '../../pages/network-page.ts'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import type { NetworkEndpoints } from '../network-endpoints.ts'
import { watching } from '../with-faults.ts'
import { createWeb, toPath, type WebPage, type WebSandbox } from './web-state.ts'

/**
 * Mounts the search below `/web/search`, articles below `/web/pages`, profiles below `/in`, and a
 * page to edit them all.
 */
function mount(app: Hono<SandboxEnv>): WebSandbox {
  const web = createWeb()
  const watch = watching('web', web, ({ status }) => ({ error: `Status ${status}` }))
  const shown = (c: Context<SandboxEnv>, profile: boolean) => {
    const page = web.pages.get(c.req.param('slug') ?? '')
    return page === undefined || page.profile !== profile ? c.notFound() : c.html(webPage(page))
  }
  app.get('/web/search', (c) =>
    watch(c, () => {
      const query = c.req.query('q') ?? ''
      return query.trim() === ''
        ? c.text('A query is needed', 400)
        : c.html(searchPage(query, found(web, query)))
    }),
  )
  app.get('/web/pages/:slug', (c) => watch(c, () => shown(c, false)))
  app.get('/in/:slug', (c) => watch(c, () => shown(c, true)))
  app.get('/web/feed.xml', (c) =>
    watch(c, () =>
      c.body(String(feed(web, new URL(c.req.url).origin)), 200, {
        'content-type': 'application/rss+xml; charset=utf-8',
      }),
    ),
  )
  app.get('/web', (c) => c.html(editor(web)))
  mountFaultSwitches(app, 'web', web.faults)
  mountForm(app, '/web/edit', '/web', ({ text }, c) => {
    const slug = text('slug').trim()
    if (!/^[a-z0-9-]{1,80}$/.test(slug))
      return c.text('A slug has lower-case letters, digits and dashes', 400)
    if (text('do') === 'delete') web.pages.delete(slug)
    else {
      const flags = { profile: text('profile') === 'on', scripted: text('scripted') === 'on' }
      const [title, description, image] = [text('title'), text('description'), text('image')]
      web.put({ slug, title, description, image, text: text('text').trim(), ...flags })
    }
    return undefined
  })
  return web
}

const fold = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Returns the pages with every word in a query. Ignores operators such as `site:`. */
function found({ pages }: WebSandbox, query: string): WebPage[] {
  const words = fold(query.replaceAll(/\b\w+:\S+/g, ' ')).match(/[\p{L}\p{N}]+/gu) ?? []
  return [...pages.values()].filter(({ title, description, text }) => {
    const held = fold(`${title} ${description} ${text}`)
    return words.every((word) => held.includes(word))
  })
}

const inputs = {
  slug: 'text',
  title: 'text',
  description: 'text',
  image: 'text',
  text: 'lines',
  profile: 'checkbox',
  scripted: 'checkbox',
} as const

const editor = ({ pages, faults }: WebSandbox) =>
  networkPage(
    'Web',
    html`<form action="/web/search"><input name="q" placeholder="Search"> <button>Search</button></form>
<p>${link('/web/feed.xml', 'The feed of all articles')}</p><h2>New page</h2><p>A scripted page shows its text only after its script has run.</p>
${form('/web/edit', inputs, ['save'])}<h2>Pages</h2>
${[...pages.values()].map(
  (page) =>
    html`<article>${link(toPath(page), page.title)}${form('/web/edit', inputs, ['save', 'delete'], { ...page })}</article>`,
)}${faultSwitches('web', faults)}`,
  )

const endpoints: NetworkEndpoints = {
  network: 'web',
  prefix: 'SEARCH_',
  variables: (sandbox) => ({ SEARCH_API_URL: `${sandbox}/web/search` }),
}

export const web = { endpoints, mount }

const paragraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Renders a typical web page: Open Graph in the head, a menu and an article. */
function webPage(page: WebPage) {
  const { title, description, image, text, scripted } = page
  const body = paragraphs(text).map((part) => html`<p>${part}</p>`)
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="description" content="${description}"><meta property="og:title" content="${title}">
${image === '' ? '' : html`<meta property="og:image" content="${image}">`}
<link rel="canonical" href="${toPath(page)}"></head>
<body><nav><a href="/web">All pages</a></nav><main><article id="story">${
    scripted ? html`<noscript>Please enable JavaScript.</noscript>` : html`<h1>${title}</h1>${body}`
  }</article></main>${
    scripted
      ? html`<template id="text"><h1>${title}</h1>${body}</template>
<script>document.getElementById('story').append(document.getElementById('text').content)</script>`
      : ''
  }<footer>The stand-in web</footer></body></html>`
}

/** Renders an RSS feed of the articles, the newest first. */
const feed = ({ pages }: WebSandbox, origin: string) => {
  const articles = [...pages.values()].filter(({ profile }) => !profile).toReversed()
  return html`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel><title>The stand-in web</title><link>${origin}/web</link>
<description>All articles</description>${articles.map(
    (page) => html`<item><title>${page.title}</title><link>${origin}${toPath(page)}</link>
<guid isPermaLink="false">${page.slug}</guid><description>${page.description}</description></item>`,
  )}</channel></rss>`
}

/** Renders a result page in the provider's shape. */
const searchPage = (query: string, found: readonly WebPage[]) =>
  networkPage(
    `Results for ${query}`,
    html`${found.map(
      (
        page,
      ) => html`<div class="result"><h2><a class="result__a" href="${toPath(page)}">${page.title}</a></h2>
<a class="result__snippet" href="${toPath(page)}">${page.description}</a></div>`,
    )}`,
  )
