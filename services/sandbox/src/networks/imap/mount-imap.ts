import type { Context, Hono } from 'hono'
import { html } from 'hono/html'
import { form, link, mountForm, type SentForm, showRecord } from '../../pages/inspect.ts'
import { type Markup, networkPage } from '../../pages/network-page.ts'
import type { SandboxEnv } from '../../payments/mount-api.ts'
import { readHeader } from '../mailbox/mail-state.ts'
import {
  createImapState,
  deliverByImap,
  type ImapBox,
  type ImapSandbox,
  openImapBox,
  sandboxMailAccount,
} from './imap-state.ts'

const shownMails = 200

/** Mounts the IMAP mailboxes' pages. `startSandbox` starts their servers. */
function mount(app: Hono<SandboxEnv>): ImapSandbox {
  const state = createImapState()
  const find = (c: Context) => state.boxes.get(c.req.param('user') ?? '')
  app.get('/imap', (c) => c.html(renderHome(state)))
  mountForm(app, '/imap', '/imap', ({ text }) => {
    const user = text('user').trim()
    if (user !== '') openImapBox(state, { user, password: text('password') })
  })
  // A test reads here what a user reads on the page.
  app.get('/imap/servers', (c) => c.json({ ...sandboxMailAccount, ...state.ports }))
  app.get('/imap/boxes/:user', (c) => {
    const box = find(c)
    return box === undefined ? c.notFound() : c.html(renderBox(box))
  })
  const toPage = (c: Context) => `/imap/boxes/${encodeURIComponent(c.req.param('user') ?? '')}`
  mountForm(app, '/imap/boxes/:user', toPage, (sent, c) => {
    const box = find(c)
    if (box !== undefined) change(box, sent)
  })
  return state
}

function change(box: ImapBox, { text }: SentForm): void {
  switch (text('do')) {
    case 'keywords':
      box.keepsKeywords = !box.keepsKeywords
      return
    case 'renumber':
      for (const folder of box.folders.values()) folder.validity += 1_000
      return
    case 'source':
      deliverByImap(box, { source: Buffer.from(text('source')).toString('latin1') })
      return
    default:
      deliverByImap(box, {
        from: text('from'),
        to: box.user,
        subject: text('subject'),
        text: text('text'),
      })
  }
}

const renderHome = ({ boxes, sent, ports }: ImapSandbox): Markup =>
  networkPage(
    'Mailboxes by IMAP',
    html`<p>${showRecord(ports)}</p>
<p>The servers use no TLS and listen on this machine only. Host: 127.0.0.1</p>
<h2>Mailboxes</h2>
${[...boxes.values()].map(({ user, password }) => showRecord({ user, password }, link(`/imap/boxes/${encodeURIComponent(user)}`, 'Open')))}
${form('/imap', { user: 'required', password: 'required' }, ['create'])}
<h2>Sent mail</h2>
${sent
  .toReversed()
  .slice(0, shownMails)
  .map(({ from, to, source, at }) =>
    showRecord({ from, to, subject: readHeader(source, 'subject'), at: new Date(at) }),
  )}`,
  )

function renderBox(box: ImapBox): Markup {
  const to = `/imap/boxes/${encodeURIComponent(box.user)}`
  return networkPage(
    `Mailbox ${box.user}`,
    html`<p>${link('/imap', 'All mailboxes')}</p>
<h2>Deliver a message</h2>
${form(to, { from: 'required', subject: 'required', text: 'lines' }, ['deliver'], { from: 'Flour Mill <billing@mill.example>' })}
${form(to, { source: 'lines' }, ['source'])}
<h2>Switches</h2>
<p>${box.keepsKeywords ? 'Keeps keywords' : 'Keeps no keywords'}</p>
${form(to, {}, ['keywords', 'renumber'])}
${[...box.folders].map(
  ([path, { messages, validity }]) => html`<h2>${path}: ${messages.length}</h2>
${messages
  .toReversed()
  .slice(0, shownMails)
  .map(({ uid, flags, source }) =>
    showRecord({
      uid,
      validity,
      subject: readHeader(source, 'subject'),
      from: readHeader(source, 'from'),
      flags: [...flags],
    }),
  )}`,
)}`,
  )
}

export const imap = {
  endpoints: {
    network: 'imap',
    prefix: 'SANDBOX_IMAP_',
    // A mailbox is connected with its servers' addresses, so no variable points at them.
    variables: () => ({}),
  },
  mount,
}
