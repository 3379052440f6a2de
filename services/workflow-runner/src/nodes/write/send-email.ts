import type { WorkflowItem } from '@atrium/contracts'
import { EmailAddress } from '@atrium/contracts'
import { z } from 'zod'
import { actOnItems } from '../act-on-items.ts'
import { connector } from '../connector.ts'
import { defineNode } from '../define-node.ts'
import { filesParam, requireFiles, toReference } from '../file-params.ts'
import { keyParam } from '../publish/publish-params.ts'
import { itemKeys } from './item-keys.ts'
import { boundNotes, mailFrom, skippedNotes } from './mail-from.ts'
import { mailFromMailbox } from './mail-from-mailbox.ts'

const mostText = 100_000

const Params = z.object({
  to: EmailAddress.describe('The recipient'),
  subject: z.string().min(1).max(200).describe('The subject'),
  text: z.string().min(1).max(mostText).describe('The text of the mail'),
  replyTo: EmailAddress.optional().describe('The reply address. By default, Atrium’s sender'),
  files: filesParam('The attachments, at most 15 MB in total'),
  connector: connector(
    'The mailbox to send from, connected by IMAP. By default, Atrium’s sender',
  ).optional(),
  key: keyParam,
})
type Params = z.output<typeof Params>

export const sendEmail = defineNode({
  type: 'send_email',
  label: 'Send email',
  description: 'Sends a mail for each item, once',
  category: 'act',
  keywords: ['email', 'mail', 'smtp', 'message', 'notify', 'reply', 'newsletter', 'letter'],
  params: Params,
  usesPersonsRights: true,
  needs: ['org'],
  execute(items, _params, context) {
    const mail = mailFrom(context)
    const ownMail = mailFromMailbox(context)
    const keyOf = itemKeys(context)
    const notes: string[] = []
    const send = async (
      item: WorkflowItem,
      at: number,
      { to, key, files: references, connector: channel, ...content }: Params,
    ) => {
      const files = (await requireFiles(context, references)).map(toReference)
      const unique = keyOf(item, at, key)
      if (channel !== undefined) {
        notes.push(...(await ownMail({ recipient: to, ...content, files, channel, key: unique })))
        return item
      }
      const { skipped } = await mail({ recipients: [to], ...content, files, key: unique })
      notes.push(...skippedNotes(skipped))
      return item
    }
    return actOnItems(items, context, send, { notes: () => boundNotes(notes) })
  },
})
