import { html } from 'hono/html'
import { networkEndpoints } from './networks/create-networks.ts'
import { type Markup, networkPage } from './networks/network-page.ts'

/** The first page: links to the arrivals and switches of each stand-in. */
export const indexPage = (): Markup =>
  networkPage(
    'Stand-ins',
    html`<p>No data leaves this machine. It lasts as long as the process, or in the state folder of <code>npm start</code>.</p>
<ul>${['payments', ...networkEndpoints.map(({ network }) => network)].map(
      (name) => html`<li><a href="/${name}">${name}</a></li>`,
    )}</ul>`,
  )
