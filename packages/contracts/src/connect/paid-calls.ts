import { z } from 'zod'
import { defineRpc } from '../core/messages.ts'

export const PaidCallUnderWay = defineRpc({
  subject: 'connect.paid-call-under-way',
  description:
    'Whether a live process makes a call of a model or of speech; a caller without an answer repeats any other one under its key',
  input: z.object({
    orgId: z.string(),
    kind: z.enum(['model', 'speech']),
    idempotencyKey: z.string().min(1).max(300),
  }),
  output: z.object({ underWay: z.boolean() }),
})
export type PaidCallName = z.output<typeof PaidCallUnderWay.input>

export const RefundModelCalls = defineRpc({
  subject: 'connect.refund-model-calls',
  description:
    'Refunds answered calls of a model whose answers their caller cannot use; again without effect. Answers the credits that the calls cost',
  input: z.object({
    orgId: z.string(),
    idempotencyKeys: z.array(z.string().min(1).max(300)).min(1).max(50),
  }),
  output: z.object({ credits: z.number().int().min(0) }),
})
