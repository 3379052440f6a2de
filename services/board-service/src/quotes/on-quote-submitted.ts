import { QuoteSubmitted } from '@atrium/contracts'
import { plainName, queueMails } from '@atrium/mailer'
import { eventConsumer } from '@atrium/messaging'
import type { BoardDatabase } from '../database.ts'
import type { Deps } from '../deps.ts'

/** Mails the configured recipient about a quote request (docs/reference/board.md, "Visitors"). */
export const onQuoteSubmitted = (deps: Deps) =>
  eventConsumer<BoardDatabase, typeof QuoteSubmitted.schema>(
    'quote-mail',
    QuoteSubmitted,
    async (tx, event) => {
      const recipient = deps.config.quoteRecipient
      if (recipient === undefined) {
        deps.logger.warn(
          { task: event.data.taskId },
          '[mail] no recipient for quote requests is configured',
        )
        return
      }
      const { name, email, message } = event.data
      await queueMails(tx, [
        {
          key: event.id,
          orgId: event.orgId,
          recipient,
          replyTo: email,
          subject: `Quote request from ${plainName(name, 100)}`,
          text: `${plainName(name, 100)} <${email}> asks for a quote:\n\n${message}\n`,
          usefulForSeconds: 86_400,
        },
      ])
    },
  )
