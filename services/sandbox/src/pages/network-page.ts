import { html } from 'hono/html'

export type Markup = ReturnType<typeof html>

/** Renders a stand-in network's page. Consent, feed and switches look the same everywhere. */
export const networkPage = (title: string, body: Markup): Markup =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title} · Sandbox</title>
<style>body { font: 15px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
article { border: 1px solid #ddd; border-radius: 8px; padding: .8rem; margin: .8rem 0; white-space: pre-wrap; }
article form { white-space: normal; }</style></head>
<body><h1>${title}</h1>${body}</body></html>`

export const pagings = ['normal', 'endless', 'same'] as const
/** How lists are paged: as the provider does, endlessly, or with the first page forever. */
export type Paging = (typeof pagings)[number]
export const readPaging = (value: string): Paging =>
  pagings.find((known) => known === value) ?? 'normal'
