import { EmailAddress } from '@atrium/contracts'
import { z } from 'zod'
import { NodeError } from '../../engine/index.ts'
import { defineNode } from '../define-node.ts'
import { emitted, field } from '../emitted-fields.ts'

const hourMs = 3_600_000
const longestHours = 8_760

const Params = z.object({
  to: EmailAddress.meta({ format: 'member' }).describe('The member who decides'),
  message: z
    .string()
    .trim()
    .min(1)
    .max(10_000)
    .describe('The question. It is made from the first item'),
  expiresInHours: z
    .number()
    .gt(0)
    .max(longestHours)
    .default(72)
    .describe('After how many hours the question expires, at most 8,760'),
})

/** A run's state if it sleeps before it asks. */
const Unasked = z.object({
  member: z.object({ userId: z.string(), name: z.string(), email: z.string() }),
  until: z.number(),
  timeZone: z.string(),
})

export const askApproval = defineNode({
  type: 'ask_approval',
  label: 'Ask for approval',
  description:
    'Asks a member and waits until the member approves or declines, or the question expires',
  category: 'act',
  params: Params,
  outputs: ['approved', 'declined', 'expired'],
  keywords: ['approve', 'confirm', 'permission', 'decision', 'ask', 'question', 'review', 'human'],
  emits: emitted({
    approval: field.object('Decision', {
      decision: 'approve',
      note: 'Please send it on Monday',
      by: { id: 'usr_01k2m8f3q7', name: 'Ada Berg' },
      at: '2026-05-04T11:30:00.000Z',
    }),
  }),
  needs: ['org'],
  // A call after the first asks at most once and reads the decision. The run then keeps its
  // snapshot, so a crash in this moment loses nothing.
  instant: (_params, isParked) => isParked,
  async execute(items, { to, message, expiresInHours }, context) {
    const { orgId, runId, nodeId, workflowId, ports, parked, signal } = context
    const key = { orgId, runId, nodeId }
    if (items.length === 0) return { outputs: { approved: [], declined: [], expired: [] } }
    const toPark = (until: number) => ({
      park: { until, message: `Waits for a decision by ${to}` },
    })
    // The run sleeps before it asks. If its worker dies after the question, the run wakes again from
    // its snapshot, and finds the question it has created.
    if (parked === null) {
      const now = context.now()
      const until = Math.ceil(now + expiresInHours * hourMs)
      const { member } = await ports.findMember({ orgId, email: to }, signal)
      if (member === null) {
        throw new NodeError(
          `Nobody in your organisation has the address ${to}. Choose the address of a member.`,
          { fix: { label: 'Open the members', href: '/settings/members' } },
        )
      }
      const { settings } = await ports.orgSettings({ orgId }, signal)
      const state = { member, until, timeZone: settings.timezone }
      return { park: { until: now, state, message: `Waits for a decision by ${to}` } }
    }
    const unasked = Unasked.safeParse(parked.state)
    if (unasked.success) {
      const { member, until, timeZone } = unasked.data
      const question = { member, message, items, expiresAt: new Date(until), timeZone }
      await ports.approvals.ask({ ...key, workflowId }, question)
      return toPark(until)
    }
    const settled = await ports.approvals.settle(key)
    if (settled === undefined) throw new NodeError('The question was deleted')
    if (settled.outcome === null) return toPark(settled.until)
    const { outcome, approval } = settled
    const answered = items.map((item) =>
      context.derive(item, { json: { ...item.json, approval: { ...approval } } }),
    )
    const words = {
      approved: `Approved by ${approval.by?.name ?? to}`,
      declined: `Declined by ${approval.by?.name ?? to}`,
      expired: `${to} did not decide in time`,
    }
    return {
      outputs: { approved: [], declined: [], expired: [], [outcome]: answered },
      message: words[outcome],
    }
  },
})
