import type { WorkflowItem } from '@atrium/contracts'
import { EmailAddress } from '@atrium/contracts'
import { z } from 'zod'
import { actOnItems } from './act-on-items.ts'
import { defineNode } from './define-node.ts'
import { itemKeys } from './item-keys.ts'
import { boundNotes, mailFrom, skippedNotes } from './mail-from.ts'
import { keyParam } from './publish-params.ts'

const mostText = 100_000

const Params = z.object({
  to: EmailAddress.describe('The recipient'),
  subject: z.string().min(1).max(200).describe('The subject'),
  text: z.string().min(1).max(mostText).describe('The text of the mail'),
  replyTo: EmailAddress.optional().describe('Where answers go; the sender of the platform by default'),
  key: keyParam,
})
type Params = z.output<typeof Params>

export const sendEmail = defineNode({
  type: 'send_email',
  label: 'Send e-mail',
  description: 'Sends a mail for each item, once',
  category: 'act',
  params: Params,
  usesPersonsRights: true,
  needs: ['org'],
  execute(items, _params, context) {
    const mail = mailFrom(context)
    const keyOf = itemKeys(context)
    const notes: string[] = []
    const send = async (item: WorkflowItem, at: number, { to, key, ...content }: Params) => {
      const { skipped } = await mail({ recipients: [to], ...content, key: keyOf(item, at, key) })
      notes.push(...skippedNotes(skipped))
      return item
    }
    return actOnItems(items, context, send, { notes: () => boundNotes(notes) })
  },
})
