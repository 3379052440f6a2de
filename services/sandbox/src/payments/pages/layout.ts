import { html } from 'hono/html'
import { type Markup, networkPage } from '../../pages/network-page.ts'
import { countDigits } from '../currency.ts'

export const layout = (title: string, body: Markup): Markup =>
  networkPage(title, html`<p>A stand-in of the payment processor. No money moves here.</p>${body}`)

/** Formats minor units with their currency for display. */
export const amount = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(
    cents / 10 ** countDigits(currency),
  )
