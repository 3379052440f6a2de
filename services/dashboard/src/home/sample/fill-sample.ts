import {
  createCard,
  createCreditNote,
  createCustomer,
  createInvoice,
  createWorkflow,
  finalizeInvoice,
  getPaymentsStatus,
  getRun,
  markHandedOff,
  markInvoicePaid,
  markPostedByHand,
  onboardPayments,
  putSeller,
  runWorkflow,
  syncInvoice,
  updateWorkflow,
  voidInvoice,
} from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import type { atrium } from '../../platform/connection/api.ts'
import { contacts, posts, tasks } from './sample-cards.ts'
import { customers, invoices, type SampleInvoice, seller } from './sample-money.ts'
import { mendedReview, orders, ordersIn, review, thanks } from './sample-workflows.ts'

type Call = typeof atrium.call

const dayMs = 86_400_000
const inDays = (now: number, days: number): string => new Date(now + days * dayMs).toISOString()

// A deployment without a payment processor can issue invoices. If it has a real processor, a user
// has to connect the account first.
async function canIssue(call: Call): Promise<boolean> {
  try {
    await call(onboardPayments, {})
    return (await call(getPaymentsStatus, {})).chargesEnabled
  } catch (error) {
    if (error instanceof AtriumError && error.code === 'not_configured') return true
    throw error
  }
}

async function fillInvoice(
  call: Call,
  now: number,
  { customerId, sample, issue }: { customerId: string; sample: SampleInvoice; issue: boolean },
) {
  const [, fate, dueIn, vatRateBps, ...lines] = sample
  const lineItems = lines.map(([description, quantity, unitAmountCents]) => ({
    description,
    quantity,
    unitAmountCents,
  }))
  const body = { customerId, lineItems, vatRateBps, dueDate: inDays(now, dueIn) }
  const { id } = await call(createInvoice, { body })
  if (fate === 'draft' || !issue) return
  const { totalAmountCents, paymentsInvoiceId } = await call(finalizeInvoice, { params: { id } })
  if (fate === 'credited') {
    const credit = { amountCents: Math.round(totalAmountCents / 2), reason: 'Half of it came late' }
    await call(createCreditNote, { params: { id }, body: credit })
  }
  // Only a payment processor writes invoices off.
  if (fate === 'writtenOff' && paymentsInvoiceId !== null)
    await call(syncInvoice, { params: { id } })
  if (fate === 'void') await call(voidInvoice, { params: { id } })
  if (fate !== 'paid') return
  const paidAt = inDays(now, 0)
  await call(markInvoicePaid, {
    params: { id },
    body: { paidAt, method: 'bank_transfer', reference: 'Sample' },
  })
}

async function fillMoney(call: Call, now: number): Promise<void> {
  await call(putSeller, { body: seller })
  const issue = await canIssue(call)
  const ids: string[] = []
  for (const body of customers) ids.push((await call(createCustomer, { body })).id)
  for (const sample of invoices)
    await fillInvoice(call, now, { customerId: ids[sample[0]] ?? '', sample, issue })
}

async function fillBoard(call: Call, now: number): Promise<void> {
  for (const { dueIn, tags, ...task } of tasks) {
    const dueDate = dueIn === undefined ? null : inDays(now, dueIn)
    await call(createCard, { body: { kind: 'task', ...task, tags: [...tags], dueDate } })
  }
  for (const { tags, ...contact } of contacts) {
    await call(createCard, { body: { kind: 'contact', ...contact, tags: [...tags] } })
  }
}

async function fillPosts(call: Call, now: number): Promise<void> {
  const today = new Date(now).setHours(0, 0, 0, 0)
  for (const [{ host, platform }, fate, day, hour, body] of posts) {
    const dueDate = new Date(today + day * dayMs + hour * 3_600_000).toISOString()
    const destination = { scheme: 'manual', host }
    const { id } = await call(createCard, {
      body: { kind: 'post', body, destination, dueDate, post: { platform } },
    })
    const params = { id }
    if (fate === 'draft') continue
    await call(markHandedOff, { params })
    if (fate === 'handed_off') continue
    await call(markPostedByHand, { params, body: {} })
  }
}

const ended = new Set<string>(['completed', 'failed', 'cancelled'])
const everyMs = 300
const mostLooks = 100

async function runToEnd(
  call: Call,
  id: string,
  input?: Readonly<Record<string, unknown>>,
): Promise<void> {
  const body = input === undefined ? {} : { input: { ...input } as never }
  const { runId } = await call(runWorkflow, { params: { id }, body })
  for (let look = 0; look < mostLooks; look += 1) {
    const { status } = await call(getRun, { params: { id, runId } })
    if (ended.has(status)) return
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

async function fillWorkflows(call: Call): Promise<void> {
  const sorted = await call(createWorkflow, { body: orders })
  for (const order of ordersIn) await runToEnd(call, sorted.id, order)
  const { id } = await call(createWorkflow, { body: review })
  await runToEnd(call, id)
  await call(updateWorkflow, { params: { id }, body: mendedReview })
  await runToEnd(call, id)
}

/**
 * Fills the active organisation through the public API. Throws `AtriumError`. The records created
 * before the error stay.
 */
export async function fillSample(call: Call, now: number): Promise<void> {
  const { id } = await call(createWorkflow, { body: thanks })
  await call(updateWorkflow, { params: { id }, body: { active: true } })
  await Promise.all([
    fillMoney(call, now),
    fillBoard(call, now).then(() => fillWorkflows(call)),
    fillPosts(call, now),
  ])
}
