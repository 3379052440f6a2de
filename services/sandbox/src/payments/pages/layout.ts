import { html } from 'hono/html'
import { countDigits } from '../currency.ts'

type Markup = ReturnType<typeof html>

export const layout = (title: string, body: Markup): Markup =>
  html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title} · Sandbox</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body { font: 15px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid #ddd; }
form { display: inline-block; } label { display: inline-block; margin-right: .8rem; } .hint { color: #666; }
</style></head>
<body><p class="hint">A stand-in of the payment processor. No money moves here.</p>
<h1>${title}</h1>${body}</body></html>`

/** Formats minor units with their currency for display. */
export const amount = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(
    cents / 10 ** countDigits(currency),
  )
