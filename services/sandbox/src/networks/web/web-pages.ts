import { html } from 'hono/html'
import { networkPage } from '../network-page.ts'
import { toPath, type WebPage } from './web-state.ts'

const paragraphs = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Renders a typical web page: Open Graph in the head, a menu and an article. */
export function webPage(page: WebPage) {
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

/** Renders a result page in the provider's shape. */
export const searchPage = (query: string, found: readonly WebPage[]) =>
  networkPage(
    `Results for ${query}`,
    html`${found.map(
      (
        page,
      ) => html`<div class="result"><h2><a class="result__a" href="${toPath(page)}">${page.title}</a></h2>
<a class="result__snippet" href="${toPath(page)}">${page.description}</a></div>`,
    )}`,
  )
