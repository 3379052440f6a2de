import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FindOrg, FindUserByEmail, newId } from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import { type Harness, startHarness } from './harness.ts'

/** The board with an identity service that knows only what a test tells it. */
export interface VisitorsWorld {
  harness: Harness
  /** The folder of delivered mails. */
  outbox: string
  /** By email in lower case. */
  users: Map<string, { userId: string; orgId: string | null }>
  /** By slug or id. */
  orgs: Map<string, { orgId: string; ownerId: string }>
  /** Makes identity unavailable. */
  stopIdentity(): Promise<void>
  startIdentity(): Promise<void>
  /** Forgets all users and organisations, and makes identity available again. */
  reset(): Promise<void>
  send(message: Message): Promise<unknown>
  publish(event: { type: string }, orgId: string | null, data: object): Promise<unknown>
  stop(): Promise<void>
}

/** An event as its service publishes it. */
export const toMessage = ({ type }: { type: string }, orgId: string | null, data: object) => ({
  id: newId('evt'),
  type,
  orgId,
  occurredAt: new Date().toISOString(),
  data,
})
type Message = ReturnType<typeof toMessage>

export async function startVisitorsWorld(): Promise<VisitorsWorld> {
  const outbox = await mkdtemp(join(tmpdir(), 'atrium-mails-'))
  const harness = await startHarness({
    ADMIN_EMAILS: 'first@example.com,second@example.com',
    SUPPORT_DEFAULT_OWNER_EMAIL: 'support@example.com',
    NOTIFICATION_EMAIL: 'quotes@example.com',
    RATE_LIMITS: 'on',
    MAIL_OUTBOX_DIR: outbox,
  })
  const users: VisitorsWorld['users'] = new Map()
  const orgs: VisitorsWorld['orgs'] = new Map()
  let identity: (() => Promise<void>) | undefined
  const startIdentity = async (): Promise<void> => {
    identity = await harness.answer([
      rpcHandler(FindUserByEmail, async ({ email }) => {
        const user = users.get(email.toLowerCase())
        return { user: user === undefined ? null : { ...user, name: 'Somebody', email } }
      }),
      rpcHandler(FindOrg, async ({ slugOrId }) => {
        const org = orgs.get(slugOrId)
        return { org: org === undefined ? null : { ...org, name: 'An org', slug: slugOrId } }
      }),
    ])
  }
  const stopIdentity = async (): Promise<void> => {
    await identity?.()
    identity = undefined
  }
  const send = (message: Message) =>
    harness.bus.js.publish(
      harness.bus.subject(`events.${message.orgId ?? '_'}.${message.type}`),
      JSON.stringify(message),
    )
  return {
    harness,
    outbox,
    users,
    orgs,
    startIdentity,
    stopIdentity,
    async reset() {
      await stopIdentity()
      users.clear()
      orgs.clear()
      await startIdentity()
    },
    send,
    publish: (event, orgId, data) => send(toMessage(event, orgId, data)),
    async stop() {
      await harness.stop()
      await rm(outbox, { recursive: true, force: true })
    },
  }
}

/** A visitor's request for a quote. */
export const buildRequest = (org: string, overrides: object = {}) => ({
  org,
  name: 'Ana Mendes',
  email: `ana${Math.random()}@example.com`,
  message: 'How much for 200 flyers?',
  ...overrides,
})
