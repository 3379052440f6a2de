import { z } from 'zod'
import { mailRecipientsAtMost } from '../core/mail-recipients.ts'
import { defineRpc } from '../core/messages.ts'

/** Why an organisation may not send mail to outsiders. Used as the error code. */
export const mailRefusals = ['sender_not_verified', 'mail_limit'] as const
export type MailRefusal = (typeof mailRefusals)[number]

/** Why a recipient no longer gets an organisation's mail. */
export const stoppedReasons = ['unsubscribed', 'bounced', 'complained'] as const
export type StoppedReason = (typeof stoppedReasons)[number]

const AdmittedRecipient = z.object({
  address: z.string(),
  /** The recipient's unsubscribe page. Null if the recipient is a member. */
  unsubscribeUrl: z.string().nullable(),
})
const SkippedRecipient = z.object({ address: z.string(), reason: z.enum(stoppedReasons) })

export const AdmitMail = defineRpc({
  subject: 'identity.admit-mail',
  description:
    'Counts one mail of an organisation towards its daily limit, once for a key, and names the recipients that may get it',
  input: z.object({
    orgId: z.string(),
    key: z.string().min(1).max(300),
    recipients: z.array(z.string().min(3).max(320)).min(1).max(mailRecipientsAtMost),
    /**
     * Set if every recipient gets the mail, for example an invoice. The output then leaves out the
     * recipients outside the organisation and the sender's postal address.
     */
    isCountOnly: z.boolean().optional(),
  }),
  output: z.object({
    /** Set if no recipient may get the mail. */
    refusal: z.object({ code: z.enum(mailRefusals), message: z.string() }).nullable(),
    admitted: z.array(AdmittedRecipient),
    skipped: z.array(SkippedRecipient),
    /** The sender for the mail footer. The address is postal, or else the owner's mail address. */
    sender: z.object({ name: z.string(), address: z.string() }),
  }),
  timeoutMs: 5_000,
})
export type AdmittedMail = z.output<typeof AdmitMail.output>
