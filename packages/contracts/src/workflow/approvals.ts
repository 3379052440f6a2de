import { z } from 'zod'
import { defineOwnLiveEvent } from '../core/messages.ts'
import { byShortId, CreatedAt, named, pageQuery, RecordId, Timestamp } from '../core/schemas.ts'
import { ok, page, tagged } from '../core/tagged.ts'
import type { DocumentLanguage } from '../invoicing/parties/document-language.ts'
import { WorkflowItem } from './graph.ts'

export const approvalStatuses = ['pending', 'approved', 'declined', 'expired'] as const
export const ApprovalStatus = z.enum(approvalStatuses)
export type ApprovalStatus = z.output<typeof ApprovalStatus>

const Decision = z.enum(['approve', 'decline'])
export type ApprovalDecision = z.output<typeof Decision>

const question = {
  id: RecordId,
  message: z.string().describe('The question, from the step’s parameters.'),
  to: z.string().describe('The email address of the member who was asked.'),
  items: z
    .array(WorkflowItem)
    .describe('The items that the question is about, at most 100. Long values are shortened.'),
  itemCount: z.number().int().describe('The number of items that wait for the decision.'),
  expiresAt: Timestamp.describe('When the question expires.'),
  status: ApprovalStatus.describe('What became of the question.'),
}

const Decided = z
  .object({
    decision: Decision.describe('What the member decided.'),
    note: z.string().nullable().describe('What the member wrote. Null if nothing.'),
    by: z
      .object({
        id: z.string().describe('The member’s user id.'),
        name: z.string().describe('The member’s name.'),
      })
      .describe('Who decided.'),
    at: Timestamp.describe('When the member decided.'),
  })
  .nullable()

export const Approval = named('Approval', {
  ...question,
  workflowId: z.string().describe('The id of the workflow that asks.'),
  workflowName: z.string().describe('The workflow’s name. Empty if the workflow was deleted.'),
  runId: z.string().describe('The id of the run that waits.'),
  mayDecide: z.boolean().describe('True if the caller was asked and can still decide.'),
  approval: Decided.describe('The decision. Null while the question is open or if it expired.'),
  createdAt: CreatedAt,
})
export type Approval = z.output<typeof Approval>

/** A question as the page behind the link in the mail shows it, in the organisation's look. */
export const AskedApproval = named('AskedApproval', {
  ...question,
  organisation: z
    .object({
      name: z.string().describe('The organisation’s public name.'),
      language: z
        .enum(['en', 'fr', 'de', 'es'] satisfies DocumentLanguage[])
        .describe('The language of the page.'),
      logoUrl: z.string().nullable().describe('The organisation’s picture. Null without one.'),
      brandColor: z
        .string()
        .nullable()
        .describe('The organisation’s colour as `#rrggbb`. Null without a colour.'),
      imprint: z.string().describe('Who is responsible for the page. Empty without an imprint.'),
      privacyUrl: z
        .string()
        .nullable()
        .describe('The address of the privacy policy. Null without one.'),
    })
    .describe('The organisation that asks, as its public pages show it.'),
  workflowName: Approval.shape.workflowName,
  createdAt: CreatedAt,
})
export type AskedApproval = z.output<typeof AskedApproval>

export const longestApprovalNote = 2_000

const decision = {
  decision: Decision.describe('`approve` or `decline`.'),
  note: z
    .string()
    .trim()
    .max(longestApprovalNote)
    .nullable()
    .optional()
    .describe('A note for the workflow, at most 2,000 characters. Null if there is none.'),
}

export const DecideApproval = z.strictObject(decision).meta({ id: 'DecideApproval' })
export type DecideApproval = z.output<typeof DecideApproval>

const token = z.string().min(1).max(200).describe('The token of the link in the mail.')

const workflows = tagged('Workflows')

export const listApprovals = workflows.org.get('listApprovals', '/api/approvals', {
  sdk: 'approvals.list',
  summary: 'Questions that workflows ask members, newest first',
  description:
    'Lists the questions that the caller was asked, and those of the caller’s own workflows. A question whose run ended without a decision is left out.',
  query: z.object({
    ...pageQuery,
    status: ApprovalStatus.optional().describe('Returns only questions with this status.'),
  }),
  responses: page(Approval),
  example: { query: { status: 'pending', limit: 10 } },
})

export const decideApproval = workflows.org
  .at('/api/approvals/{id}', byShortId)
  .post('decideApproval', '', {
    sdk: 'approvals.decide',
    // An assistant reads text from outside. That text could tell it to approve.
    assistants: false,
    summary: 'Approve or decline',
    description:
      'Only the member who was asked may decide, once. The run then continues on the output `approved` or `declined`.',
    body: DecideApproval,
    responses: ok('The question with its decision', Approval),
    errors: ['already_decided'],
    example: { params: { id: '{asked.id}' }, body: { decision: 'approve', note: 'For a year' } },
  })

const byToken = workflows.public.at('/api/public/approvals/{id}', byShortId)

export const readAskedApproval = byToken.post('readAskedApproval', '/question', {
  sdk: 'publicApprovals.read',
  summary: 'The question behind the link in a mail',
  description:
    'Changes nothing. It is a POST, so that the token appears in no log. The token ends with the decision.',
  body: z.strictObject({ token }),
  responses: ok('The question', AskedApproval),
  errors: ['already_decided'],
  example: { params: { id: '{mailed.id}' }, body: { token: '{mailed.token}' } },
})

export const decideAskedApproval = byToken.post('decideAskedApproval', '', {
  sdk: 'publicApprovals.decide',
  summary: 'Approve or decline with the token of the link in a mail',
  description:
    'Needs no session. A token counts for one question and ends with the decision. A wrong token is 404.',
  body: z.strictObject({ token, ...decision }),
  responses: ok('The question with its decision', AskedApproval),
  errors: ['already_decided'],
  example: {
    params: { id: '{mailed.id}' },
    body: { token: '{mailed.token}', decision: 'decline', note: 'Too early' },
  },
})

export const ApprovalChanged = defineOwnLiveEvent(
  'approval.changed',
  'A member was asked for an approval, or decided, or the question expired',
  {
    approvalId: z.string().describe('The question’s id.'),
    status: ApprovalStatus.describe('The question’s status.'),
    ownerId: z.string().describe('The id of the member who was asked.'),
    workflowName: z
      .string()
      .default('')
      .describe('The name of the workflow that asks. Set while the question is open.'),
    message: z
      .string()
      .default('')
      .describe('The beginning of the question. Set while the question is open.'),
  },
)
