import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { keepState } from './kept/keep-state.ts'
import {
  createNetworks,
  type NetworkOptions,
  type Networks,
  networkEndpoints,
} from './networks/create-networks.ts'
import { createImapServer } from './networks/imap/imap-server.ts'
import { createSmtpServer } from './networks/imap/smtp-server.ts'
import { type Markup, networkPage } from './pages/network-page.ts'
import { createPayments, type PaymentsSandbox } from './payments/create-payments.ts'
import type { WebhookEndpoint } from './payments/deliveries.ts'
import { mountApi, type Observe, type SandboxEnv } from './payments/mount-api.ts'
import { mountPages } from './payments/mount-pages.ts'

export interface SandboxOptions extends NetworkOptions {
  /** 0 or undefined picks a free port. */
  port?: number
  /** The IMAP and SMTP servers' ports. 0 or undefined picks a free port. */
  imapPort?: number
  smtpPort?: number
  /** The folder for the stand-ins' state. Without it the state is only in memory. */
  home?: string
  /** Receives each request as `POST /v1/invoices`. */
  onRequest?(request: string): void
  payments?: {
    secretKey?: string
    endpoints?: readonly WebhookEndpoint[]
    observe?: Observe
  }
}

export interface Sandbox extends Networks {
  url: string
  payments: PaymentsSandbox
  stop(): Promise<void>
}

/** Starts the stand-ins on the loopback interface. Throws if their state cannot be read. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  let url = ''
  const app = new Hono<SandboxEnv>()
  const payments = createPayments(options.payments?.endpoints ?? [], () => url)
  const networks = createNetworks(app, options)
  app.get('/', (c) => c.html(indexPage()))
  app.get('/livez', (c) => c.json({ status: 'ok' }))
  mountPages(app, payments)
  mountApi(app, payments, {
    secretKey: options.payments?.secretKey,
    observe: options.payments?.observe,
  })
  const whole = new Hono<SandboxEnv>()
  whole.use(async ({ req }, next) => {
    options.onRequest?.(`${req.method} ${req.path}`)
    await next()
  })
  const save =
    options.home === undefined
      ? () => undefined
      : keepState(whole, options.home, payments.state, networks)
  whole.route('/', app)
  const server = createAdaptorServer({ fetch: whole.fetch, overrideGlobalObjects: false })
  await once(server.listen(options.port ?? 0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const imapServer = createImapServer(networks.imap, () => save('imap'))
  const smtpServer = createSmtpServer(networks.imap, () => save('imap'))
  networks.imap.ports.imap = await listen(imapServer, options.imapPort)
  networks.imap.ports.smtp = await listen(smtpServer.server, options.smtpPort)
  return {
    url,
    payments,
    ...networks,
    async stop() {
      payments.deliveries.stop()
      imapServer.stop()
      smtpServer.close()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        if ('closeAllConnections' in server) server.closeAllConnections()
      })
    },
  }
}

async function listen(server: Server, port = 0): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

/** Renders the first page: links to each stand-in's records and switches. */
const indexPage = (): Markup =>
  networkPage(
    'Stand-ins',
    html`<p>No data leaves this machine. It lasts as long as the process, or in the state folder of <code>npm start</code>.</p>
<ul>${['payments', ...networkEndpoints.map(({ network }) => network)].map(
      (name) => html`<li><a href="/${name}">${name}</a></li>`,
    )}</ul>`,
  )
