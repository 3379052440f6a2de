import { html } from 'hono/html'
import { networkEndpoints } from './networks/create-networks.ts'
import { type Markup, networkPage } from './networks/network-page.ts'

/** The first page: where each stand-in shows what arrived and has its switches. */
export const indexPage = (): Markup =>
  networkPage(
    'Stand-ins',
    html`<p>Nothing here leaves this machine; all of it is forgotten with the process.</p>
<ul>${['payments', ...networkEndpoints.map(({ network }) => network)].map(
      (name) => html`<li><a href="/${name}">${name}</a></li>`,
    )}</ul>`,
  )
