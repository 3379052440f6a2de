import type { Upstream } from '../config.ts'
import type { Route } from './route.ts'

type Flags = Partial<Omit<Route, 'path' | 'to'>>

const defaults = {
  exact: false,
  credentials: 'optional',
  body: 'capped',
  origins: 'clients',
  counts: 'caller',
  csrf: true,
  opaque: false,
  waits: false,
  immutable: false,
  shared: false,
} as const satisfies Flags

const to = (upstream: Route['to'], path: string, flags: Flags = {}): Route => ({
  ...defaults,
  ...flags,
  path,
  to: upstream,
})

const ownRoute = (path: string, flags: Flags = {}): Route =>
  to('own', path, {
    exact: true,
    credentials: 'ignored',
    counts: 'address',
    methods: read,
    ...flags,
  })

const read = ['GET', 'HEAD']
const post = ['POST']
const signedIn = { credentials: 'optional', counts: 'caller' } as const
const unauthenticated = { credentials: 'ignored', counts: 'address' } as const
const signIn = { credentials: 'ignored', counts: 'sign-in', methods: post } as const
// The payment processor signs these. The bytes are forwarded unchanged, because only the signature
// counts.
const webhook = { credentials: 'ignored', counts: 'never', csrf: false, methods: post } as const
const published = { origins: 'any' } as const
// API documents for clients in any page.
const wellKnown = { ...unauthenticated, origins: 'any', exact: true, methods: read } as const
// Anonymous visitors' requests. A session cookie has no effect here, so a foreign page gains
// nothing from it.
const visitors = { ...published, csrf: false } as const
// A page for visitors, with forms that work without scripts. Its language and content are the same
// for everybody, so credentials are not read.
const pages = {
  ...unauthenticated,
  csrf: false,
  shared: true,
  methods: [...read, 'POST'],
} as const
// Assistants' programs may run in any page. Only the tokens in their bodies count.
const programs = { ...unauthenticated, ...visitors, exact: true, methods: post } as const

/** All platform paths. A route covers the paths below it, and the longest match wins. */
export const routeTable: readonly Route[] = [
  // Everything outside the API: the dashboard's pages and files. They are the same for every
  // caller.
  to('dashboard', '', { ...unauthenticated, counts: 'never', methods: read }),
  ownRoute('/'),
  // Probes have no limit, because the health record is always 200.
  ownRoute('/api/health', { counts: 'never' }),
  ownRoute('/api/config'),
  ownRoute('/api/openapi.json'),
  ownRoute('/api/docs', { exact: false }),
  ownRoute('/api/attention', signedIn),
  ownRoute('/api/overview', signedIn),
  ownRoute('/api/plan', signedIn),
  ownRoute('/api/operator', { ...signedIn, exact: false, methods: [...read, 'POST'] }),
  ownRoute('/api/search', signedIn),
  to('live', '/api/events', { exact: true, methods: ['GET'] }),

  to('identity', '/api/auth', { credentials: 'ignored' }),
  to('identity', '/api/auth/sign-in', signIn),
  to('identity', '/api/auth/sign-up', signIn),
  to('identity', '/api/auth/forget-password', signIn),
  to('identity', '/api/auth/request-password-reset', signIn),
  to('identity', '/api/auth/reset-password', signIn),
  to('identity', '/api/auth/send-verification-email', signIn),
  to('identity', '/api/auth/passkey/verify-authentication', signIn),
  to('identity', '/api/auth/two-factor', signIn),
  to('identity', '/api/auth/oauth2/token', programs),
  to('identity', '/api/auth/oauth2/register', programs),
  to('identity', '/api/auth/oauth2/revoke', programs),
  to('identity', '/api/auth-providers', unauthenticated),
  to('identity', '/api/me'),
  to('identity', '/api/notifications'),
  to('identity', '/api/orgs'),
  to('identity', '/api/settings'),
  to('identity', '/api/activity', { exact: true, methods: read }),
  to('identity', '/api/audit', { methods: read }),
  // Only the token in the URL counts. A mail program posts here without an origin.
  to('identity', '/api/public/unsubscribe', {
    ...unauthenticated,
    ...visitors,
    methods: [...read, 'POST'],
  }),
  to('identity', '/api/mail/webhooks/provider', { ...webhook, exact: true }),

  to('assets', '/api/export'),
  to('assets', '/api/assets', { body: 'streamed' }),
  to('assets', '/api/assets/usage', { exact: true, methods: read }),
  to('assets', '/api/assets/*', { methods: [...read, 'PATCH', 'DELETE'], opaque: true }),
  to('assets', '/api/assets/:org/pub', {
    ...published,
    methods: read,
    opaque: true,
    counts: 'never',
    immutable: true,
  }),

  // Pages for visitors. The service that owns the data renders them.
  to('invoicing', '/p', pages),
  to('board', '/p/:org/pages', pages),
  // Short links in mails. They redirect to the pages above.
  ...['/pay', '/estimate', '/ticket', '/order', '/waiting'].map((path) =>
    to('invoicing', path, { ...unauthenticated, methods: read }),
  ),

  // For readers of a post on a social network who follow its links.
  to('board', '/l', { ...unauthenticated, methods: read }),
  to('board', '/api/tasks'),
  to('board', '/api/board'),
  to('board', '/api/posts'),
  to('board', '/api/links'),
  to('board', '/api/templates'),
  to('board', '/api/template-instances'),
  to('board', '/api/sites'),
  to('board', '/api/quotes'),
  // Every origin may also read a 404.
  to('board', '/api/public', published),
  to('board', '/api/public/quotes', visitors),
  to('board', '/api/public/support', visitors),
  to('board', '/api/public/sites', published),

  to('connect', '/api/connect'),
  to('connect', '/api/connectors'),

  to('invoicing', '/api/connect/payments'),
  to('invoicing', '/api/connect/webhooks/payments', webhook),
  to('invoicing', '/api/invoicing'),
  to('invoicing', '/api/invoicing/webhooks/payments', webhook),
  to('invoicing', '/api/credit-notes'),
  to('invoicing', '/api/customers'),
  to('invoicing', '/api/customers/import', { exact: true, methods: post, body: 'large' }),
  to('invoicing', '/api/estimates'),
  to('invoicing', '/api/offers'),
  to('invoicing', '/api/offers/webhooks/payments', webhook),
  to('invoicing', '/api/public/offers', published),
  to('invoicing', '/api/public/invoices', { ...published, methods: read }),
  to('invoicing', '/api/public/estimates', visitors),
  to('invoicing', '/api/entitlements'),
  to('invoicing', '/api/credits'),
  to('invoicing', '/api/bank'),
  to('invoicing', '/api/bank/statements', { exact: true, body: 'streamed' }),
  to('invoicing', '/api/accounting'),
  to('invoicing', '/api/happenings'),
  to('invoicing', '/api/public/happenings', visitors),
  to('invoicing', '/api/public/orders', visitors),
  to('invoicing', '/api/public/tickets', published),
  to('invoicing', '/api/public/waiting-list', visitors),

  // A page on another site cannot make a browser send a bearer token, so cookies and origins prove
  // nothing here.
  to('mcp', '/api/mcp', {
    exact: true,
    credentials: 'bearer',
    body: 'large',
    csrf: false,
    origins: 'assistants',
  }),
  to('identity', '/api/mcp/grants'),
  to('identity', '/.well-known/oauth-protected-resource', wellKnown),
  to('identity', '/.well-known/oauth-protected-resource/api/mcp', wellKnown),
  to('identity', '/.well-known/oauth-authorization-server', wellKnown),
  to('identity', '/.well-known/oauth-authorization-server/api/auth', wellKnown),

  to('workflow', '/api/workflows'),
  to('workflow', '/api/workflows/import', { exact: true, body: 'large' }),
  // A source's id may be a URL, so its escaped slashes must stay.
  to('workflow', '/api/workflows/:id/imports', { methods: ['DELETE'], opaque: true }),
  to('workflow', '/api/approvals'),
  // Only the token in the body counts. The limit per address slows down guessing.
  to('workflow', '/api/public/approvals', { ...unauthenticated, ...visitors, methods: post }),
  to('workflow', '/api/webhook-endpoints'),
  // Only the secret in the URL counts. The service counts the calls per organisation, because many
  // shops share one sender.
  to('workflow', '/api/public/hooks', {
    ...published,
    credentials: 'ignored',
    counts: 'never',
    csrf: false,
    methods: [...read, ...post],
  }),
  to('workflow', '/api/credentials'),
  to('workflow', '/api/skills'),
  to('workflow', '/api/zen'),
  to('workflow', '/api/files', { methods: read }),
  to('workflow', '/api/agent-runs'),
  to('workflow', '/api/agent-runs/claim', { exact: true, waits: true }),
]

/** Returns a deployment's route table. If there is a dashboard, it also serves the root. */
export const listRoutes = (upstreams: { has(upstream: Upstream): boolean }): readonly Route[] =>
  upstreams.has('dashboard') ? routeTable.filter(({ path }) => path !== '/') : routeTable
