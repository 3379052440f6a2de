import { z } from 'zod'
import { actOnItems } from './act-on-items.ts'
import { defineNode } from './define-node.ts'
import { itemKeys } from './item-keys.ts'
import { mailFrom } from './mail-from.ts'
import { keyParam } from './publish-params.ts'

const mostText = 100_000

export const sendEmail = defineNode({
  type: 'send_email',
  label: 'Send e-mail',
  description: 'Sends a mail for each item, once',
  category: 'act',
  params: z.object({
    to: z.email().max(254).describe('The recipient'),
    subject: z.string().min(1).max(200).describe('The subject'),
    text: z.string().min(1).max(mostText).describe('The text of the mail'),
    replyTo: z
      .email()
      .max(254)
      .optional()
      .describe('Where answers go; the sender of the platform by default'),
    key: keyParam,
  }),
  usesPersonsRights: true,
  needs: ['org'],
  execute(items, _params, context) {
    const mail = mailFrom(context)
    const keyOf = itemKeys(context)
    return actOnItems(items, context, async (item, at, { to, key, ...content }) => {
      await mail({ recipient: to, ...content, key: keyOf(item, at, key) })
      return item
    })
  },
})
