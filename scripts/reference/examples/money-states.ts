import {
  FileDocuments,
  GenerateInvoices,
  newId,
  ReserveCredits,
  SettleCredits,
} from '@atrium/contracts'
import { callRpc } from '@atrium/messaging'
import { signPayload } from '@atrium/sandbox'
import { submit } from '../../money/submit.ts'
import { sandboxEnvironment } from '../../start/sandbox.ts'
import type { Seen } from '../seen.ts'
import type { ExamplePlatform, ExampleRequest } from './example-step.ts'

/** Submits a form on the processor's page, as a user does, and waits for its events. */
export async function submitAtProcessor(
  platform: ExamplePlatform,
  url: string,
  form?: Record<string, string>,
): Promise<void> {
  await submit(url, form)
  await platform.sandbox.payments.deliveries.settled()
}

/** Starts the daily run over the due schedules. */
export const billWhatIsDue = ({ bus }: ExamplePlatform): Promise<unknown> =>
  callRpc(bus, GenerateInvoices, {})

/** Files a received invoice for an organisation, as a workflow does. */
export const fileReceivedInvoice = ({ bus }: ExamplePlatform, orgId: string): Promise<unknown> =>
  callRpc(bus, FileDocuments, {
    orgId,
    workflowId: newId('wf'),
    runId: newId('run'),
    documents: [
      {
        supplier: 'Example Mill',
        number: '2041',
        title: 'Invoice 2041: flour',
        currency: 'EUR',
        totalAmountCents: 48_600,
        file: 'invoice-2041.pdf',
        url: null,
        receivedAt: new Date().toISOString(),
        source: 'mailbox',
        externalId: 'message-2041',
      },
    ],
  })

/** Charges a workflow run to the owner's credits. Keeps the workflow's id as `workflow`. */
export async function spendCredits({ bus }: ExamplePlatform, seen: Seen): Promise<void> {
  const [orgId, workflowId, runId] = [seen.text('org.id'), newId('wf'), newId('run')]
  const { reservationId } = await callRpc(bus, ReserveCredits, {
    orgId,
    userId: seen.text('owner.id'),
    amountCredits: 40,
    idempotencyKey: newId('req'),
    model: 'example/small',
    origin: { workflowId, runId, node: 'answer' },
    expiresAt: new Date(Date.now() + 60_000).toISOString(),
  })
  await callRpc(bus, SettleCredits, { orgId, reservationId, credits: 25 })
  seen.keep('workflow', { id: workflowId })
}

const secrets = sandboxEnvironment({}, 0)
const happened = Date.parse('2026-03-02T09:00:00.000Z') / 1000

/** Returns a processor request with an account's event, signed with the secret in `variable`. */
export function signedEvent(
  variable: string,
  event: { type: string; account: string; object: object },
): ExampleRequest {
  const now = Math.floor(Date.now() / 1000)
  const { type, account, object } = event
  const body = { id: newId('evt'), type, account, created: happened, data: { object } }
  const bytes = JSON.stringify(body)
  const signature = signPayload(bytes, [secrets[variable] ?? ''], now)
  return {
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
    bytes,
  }
}
