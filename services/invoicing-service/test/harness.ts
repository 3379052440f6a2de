import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  AdmitMail,
  commonErrors,
  defaultOrgSettings,
  FindOrg,
  FindWorkflows,
  type MailRefusal,
  newId,
  type OrgRole,
  type OrgSettings,
  OrgSettingsOf,
  type Principal,
} from '@atrium/contracts'
import { rpcHandler } from '@atrium/messaging'
import {
  type Answer,
  createTestCaller,
  movableClock,
  readAnswer,
  startTestService,
  type TestCaller,
} from '@atrium/service-testkit'
import type { InvoicingOptions } from '../src/config.ts'
import type { Deps } from '../src/deps.ts'
import { createInvoicingService } from '../src/service.ts'

export type { Answer }

export interface HarnessOptions extends Omit<InvoicingOptions, 'onDeps' | 'now'> {
  env?: Readonly<Record<string, string | undefined>>
}

export type Caller = TestCaller
export type Harness = Awaited<ReturnType<typeof startHarness>>

/** Starts the service with its own database, NATS namespace and adjustable clock. */
export async function startHarness(options: HarnessOptions = {}) {
  const clock = movableClock()
  const outbox = await mkdtemp(join(tmpdir(), 'atrium-mail-'))
  const built: Deps[] = []
  const orgs = new Map<string, string>()
  const settings = new Map<string, Partial<OrgSettings>>()
  const identity: {
    whileAsked?: () => Promise<void>
    mailRefusal?: MailRefusal
    isAway?: boolean
  } = {}
  const service = await startTestService(
    createInvoicingService({ ...options, now: clock.now, onDeps: (deps) => void built.push(deps) }),
    {
      env: { MAIL_OUTBOX_DIR: outbox, ...options.env },
      busName: 'identity',
      rpc: [
        rpcHandler(FindOrg, async ({ slugOrId }) => {
          if (identity.isAway === true) throw commonErrors.unavailable()
          const known = [...orgs].find((entry) => entry.includes(slugOrId))
          if (known === undefined) return { org: null }
          const [slug, orgId] = known
          return { org: { orgId, name: slug, slug, ownerId: newId('usr') } }
        }),
        rpcHandler(AdmitMail, async ({ recipients }) => {
          const code = identity.mailRefusal
          return {
            refusal: code === undefined ? null : { code, message: 'No mail leaves' },
            admitted: recipients.map((address) => ({ address, unsubscribeUrl: null })),
            skipped: [],
            sender: { name: 'Org', address: '' },
          }
        }),
        rpcHandler(FindWorkflows, async ({ ids }) => ({
          ids: ids.filter((id) => !id.startsWith('wf_foreign')),
        })),
        rpcHandler(OrgSettingsOf, async ({ orgId }) => {
          await identity.whileAsked?.()
          return { settings: { ...defaultOrgSettings, ...settings.get(orgId) } }
        }),
      ],
    },
  )
  const [deps] = built
  if (deps === undefined) throw new Error('the service was not built')

  return {
    ...service,
    deps,
    clock,
    /**
     * Set `whileAsked` to run something before an org's settings are returned, `mailRefusal` to
     * refuse mails that users write, and `isAway` to find no org for now.
     */
    identity,
    async stop() {
      await service.stop()
      await rm(outbox, { recursive: true, force: true })
    },
    request: (path: string, init: RequestInit) => send(service.url, path, init),
    /**
     * Returns a caller with a role in an org, by default a new org, at this service or another
     * instance.
     */
    as: (
      role: OrgRole,
      orgId: string = newId('org'),
      more: Partial<Principal> = {},
      at: string = service.url,
    ): Caller =>
      createTestCaller(
        { name: 'invoicing', url: at },
        service.env,
        service.caller({ role, orgId, ...more } as Partial<Principal>).principal,
      ),
    /** Changes an org's settings, for documents. */
    configure: (orgId: string, more: Partial<OrgSettings>) => void settings.set(orgId, more),
    /** Adds an org to identity's directory under a new slug, and by its id. */
    name(orgId: string): string {
      const slug = `org-${randomBytes(4).toString('hex')}`
      orgs.set(slug, orgId)
      return slug
    },
  }
}

/** Sends one request and parses the body if it is JSON. */
export const send = async (base: string, path: string, init: RequestInit = {}): Promise<Answer> =>
  readAnswer(await fetch(base + path, init))

export const toRefusal = ({ status, body }: Pick<Answer, 'status' | 'body'>) => [
  status,
  body['code'],
]

/** Returns the id in a response. Throws if the request was refused. */
export function toId(answer: Answer): string {
  if (answer.status >= 300) throw new Error(`${answer.status}: ${answer.text}`)
  return String(answer.body['id'])
}

export const aCustomer = { name: 'Harbour Bakery', email: 'accounts@bakery.example' }

export const createCustomer = async (call: Caller, more: object = {}): Promise<string> =>
  toId(await call('POST', '/api/customers', { ...aCustomer, ...more }))

export const aLine = { description: 'Consulting', quantity: 2, unitAmountCents: 15_000 }

export const createDraft = async (call: Caller, more: object = {}): Promise<string> =>
  toId(
    await call('POST', '/api/invoicing', {
      customerId: await createCustomer(call),
      lineItems: [aLine],
      vatRateBps: 2_000,
      ...more,
    }),
  )
