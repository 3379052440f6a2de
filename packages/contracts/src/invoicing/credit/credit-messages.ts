import { z } from 'zod'
import { SpendOrigin } from '../../connect/model-usage.ts'
import { defineInternalEvent, defineOwnLiveEvent, defineRpc } from '../../core/messages.ts'

const credits = z.number().int()
const balance = z.object({
  /** The credits left to spend, without reserved credits. */
  balance: credits,
})

/** Rejects with `insufficient_credits` or `spending_limit` (402). */
export const ReserveCredits = defineRpc({
  subject: 'invoicing.reserve-credits',
  description:
    'Sets credits of a person aside for one charged call, once for an `idempotencyKey`; the same key answers the first reservation, also a charged one, and holds a released one again. Without metering the reservation is `unmetered`, which nothing is charged for',
  input: z.object({
    orgId: z.string(),
    /** The paying user. */
    userId: z.string(),
    /** The call's maximum cost. */
    amountCredits: credits.min(1).max(10_000_000),
    idempotencyKey: z.string().min(1).max(400),
    origin: SpendOrigin.default({}),
    /** The model or voice, for the transaction's description. */
    model: z.string().max(200),
    /** After this time a sweep releases the reservation. */
    expiresAt: z.iso.datetime(),
  }),
  output: balance.extend({ reservationId: z.string() }),
})

export const SettleCredits = defineRpc({
  subject: 'invoicing.settle-credits',
  description:
    'Charges the cost of a call, at most the reserved amount, and frees the rest; again without effect. After a release it charges as far as the balance reaches',
  input: z.object({
    orgId: z.string(),
    reservationId: z.string(),
    credits: credits.min(0).max(10_000_000),
  }),
  /** The charged credits, even if an earlier call charged them. */
  output: balance.extend({ credits }),
})

export const ReleaseCredits = defineRpc({
  subject: 'invoicing.release-credits',
  description:
    'Frees the reserved credits of a call that failed; without effect on an ended reservation',
  input: z.object({ orgId: z.string(), reservationId: z.string() }),
  output: balance,
})

export const RefundCredits = defineRpc({
  subject: 'invoicing.refund-credits',
  description:
    'Returns the charge of a call whose result was lost, with an entry of its own; again without effect. A reservation that is not charged is released for good',
  input: z.object({ orgId: z.string(), reservationId: z.string() }),
  output: balance,
})

export const CreditsChanged = defineOwnLiveEvent(
  'credits.changed',
  'Credits of a person were bought, used or refunded',
  {
    ownerId: z.string().describe('The id of the user whose credits changed.'),
    kind: z.enum(['topup', 'grant', 'usage', 'refund']).describe('Why the credits changed.'),
    credits: z.number().int().describe('The change in credits. Negative for usage.'),
    balance: z.number().int().describe('The balance after the change.'),
  },
)

export const CreditsLow = defineInternalEvent(
  'credits.low',
  'A user’s balance fell below the limit for a warning',
  {
    userId: z.string(),
    balance: z.number().int(),
  },
)
