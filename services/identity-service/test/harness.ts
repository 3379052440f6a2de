import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type CallerCredentials,
  type EventEnvelope,
  type OrgRole,
  type Principal,
  type ResolvedPrincipal,
  ResolvePrincipals,
} from '@atrium/contracts'
import type { DatabaseHandle } from '@atrium/database'
import { type Bus, callRpc } from '@atrium/messaging'
import type { RunningService } from '@atrium/service-kit'
import { startTestService } from '@atrium/service-testkit'
import type { CapturedLog } from '@atrium/testkit'
import { sql } from 'kysely'
import type { PasswordHashing } from '../src/auth/passwords/password-hashing.ts'
import type { Database } from '../src/database.ts'
import { identityWith } from '../src/service.ts'
import { quickHashing } from './quick-hashing.ts'

/** An origin that the service trusts. */
export const origin = 'http://localhost:5000'
const password = 'correct horse battery'

export interface Answer {
  status: number
  headers: Headers
  /** The JSON body, or the text if it is no JSON. */
  body: unknown
  text: string
  /** Returns the text at a dotted path of the body, or an empty text. */
  at(path: string): string
}

/** A browser that keeps its cookies and sends an origin. */
export interface Browser {
  cookies: Map<string, string>
  /** Returns the value of the session cookie. */
  session(): string
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
}

/** A browser with a signed-in user. */
export type Member = Browser & { userId: string; email: string }
/** A member who acts in the org `orgId`. */
export type Founder = Member & { orgId: string }

export interface Harness {
  service: RunningService
  db: DatabaseHandle<Database>['db']
  bus: Bus
  env: Record<string, string>
  log: CapturedLog
  outbox: string
  browser(): Browser
  /** Signs a new user up in a new browser. */
  signUp(name?: string, email?: string): Promise<Member>
  /** Signs the same user in from another browser. */
  signIn(email: string): Promise<Member>
  /** Signs a new user up as the owner of a new org. */
  founder(name?: string): Promise<Founder>
  /** Signs a new user up and lets the user join the org of `owner`. */
  invite(owner: Founder, role: OrgRole): Promise<Founder>
  /** Runs a statement on schema `identity` and returns its rows. */
  rows<R>(statement: string): Promise<{ rows: R[] }>
  /** Returns all events published so far. */
  events(): Promise<EventEnvelope[]>
  resolve(credentials: CallerCredentials): Promise<ResolvedPrincipal>
  /** Returns the principal of a member's session, or why there is none. */
  principalOf(
    member: Member,
  ): Promise<Principal | Exclude<ResolvedPrincipal['outcome'], 'authenticated'>>
  resolveAll(credentials: readonly CallerCredentials[]): Promise<ResolvedPrincipal[]>
  /** Sends a request as the gateway forwards it for this principal. */
  as(
    principal: Principal,
    method: string,
    path: string,
    body?: object,
    ifMatch?: string,
  ): Promise<Answer>
  stop(): Promise<void>
}

let serial = 0

/**
 * Starts the service with its own database and NATS namespace, and with password hashes that cost
 * nothing.
 */
export async function startHarness(
  overrides: Record<string, string | undefined> = {},
  hashing: () => PasswordHashing = quickHashing,
): Promise<Harness> {
  const outbox = await mkdtemp(join(tmpdir(), 'atrium-mail-'))
  const service = await startTestService(identityWith(hashing), {
    env: { MAIL_OUTBOX_DIR: outbox, ...overrides },
    busName: 'probe',
  })
  const { bus, handle } = service
  const resolveAll = async (credentials: readonly CallerCredentials[]) =>
    (await callRpc(bus, ResolvePrincipals, { credentials: [...credentials] })).resolved
  const resolve = async (credentials: CallerCredentials) => {
    const [resolved] = await resolveAll([credentials])
    if (resolved === undefined) throw new Error('Identity gave no answer')
    return resolved
  }
  const browser = (): Browser => createBrowser(service.url)
  const signUp = async (name = 'Ada', email = `user${++serial}@example.test`) => {
    const fresh = browser()
    const answer = await fresh.post('/api/auth/sign-up/email', { name, email, password })
    if (answer.status !== 200) throw new Error(`sign-up: ${answer.status} ${answer.text}`)
    return { ...fresh, userId: answer.at('user.id'), email }
  }
  return {
    service: service.running,
    db: handle.db,
    bus,
    env: service.env,
    log: service.log,
    outbox,
    browser,
    signUp,
    resolveAll,
    async founder(name = 'Ada') {
      const user = await signUp(name)
      const created = await user.post('/api/auth/organization/create', {
        name: 'Org',
        slug: `org-${++serial}`,
      })
      if (created.status !== 200) throw new Error(`create org: ${created.status} ${created.text}`)
      return { ...user, orgId: created.at('id') }
    },
    async signIn(email) {
      const fresh = browser()
      const answer = await fresh.post('/api/auth/sign-in/email', { email, password })
      if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${answer.text}`)
      return { ...fresh, userId: answer.at('user.id'), email }
    },
    async invite(owner, role) {
      const guest = await signUp()
      const organizationId = owner.orgId
      const invited = await owner.post('/api/auth/organization/invite-member', {
        email: guest.email,
        role,
        organizationId,
      })
      const accepted = await guest.post('/api/auth/organization/accept-invitation', {
        invitationId: invited.at('id'),
      })
      if (accepted.status !== 200) throw new Error(`accept: ${accepted.status} ${accepted.text}`)
      return { ...guest, orgId: organizationId }
    },
    rows: <R>(statement: string) => sql.raw<R>(statement).execute(handle.db),
    async events() {
      const stream = bus.stream('EVENTS')
      const { state } = await bus.jsm.streams.info(stream)
      const found: EventEnvelope[] = []
      for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
        const message = await bus.jsm.streams.getMessage(stream, { seq })
        if (message !== null) found.push(message.json<EventEnvelope>())
      }
      return found
    },
    resolve,
    async principalOf(member) {
      const resolved = await resolve({ sessionCookie: member.session() })
      return resolved.outcome === 'authenticated' ? resolved.principal : resolved.outcome
    },
    as: async (principal, method, path, body, ifMatch) =>
      readAnswer(
        await service.caller(principal).raw(path, {
          method,
          headers: {
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      ),
    async stop() {
      await service.stop()
      await rm(outbox, { recursive: true, force: true })
    },
  }
}

export { password }

function createBrowser(url: string): Browser {
  const cookies = new Map<string, string>()
  const send = async (
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        origin,
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
    return readAnswer(response)
  }
  return {
    cookies,
    session: () => cookies.get('atrium.session_token') ?? '',
    get: (path, headers = {}) => send('GET', path, undefined, headers),
    post: (path, body = {}, headers = {}) => send('POST', path, body, headers),
  }
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';')
  const [name = '', ...value] = pair.split('=')
  if (attributes.some((attribute) => attribute.trim().toLowerCase() === 'max-age=0'))
    cookies.delete(name)
  else cookies.set(name, value.join('='))
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text()
  const lines = response.headers.get('content-type')?.startsWith('application/x-ndjson')
  const body: unknown =
    !lines && (text.startsWith('{') || text.startsWith('[')) ? JSON.parse(text) : text
  return {
    status: response.status,
    headers: response.headers,
    body,
    text,
    at: (path) => textAt(body, path),
  }
}

function textAt(body: unknown, path: string): string {
  const found = path
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : ''),
      body,
    )
  return found === undefined || found === null ? '' : String(found)
}
