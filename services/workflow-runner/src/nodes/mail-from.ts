import { NodeError } from '../engine/index.ts'
import type { ContextOf } from './define-node.ts'
import type { MailPort } from './ports.ts'

type Mail = Omit<Parameters<MailPort>[0], 'orgId' | 'replyTo'> & { replyTo?: string | undefined }

/** Queues mails of one call of a node, as long as the person that the run acts for is a member of the org. */
export function mailFrom({ orgId, userId, ports, signal }: ContextOf<'org'>) {
  let member: Promise<boolean> | undefined
  return async ({ replyTo, ...mail }: Mail): Promise<void> => {
    if (mail.subject.trim() === '') throw new NodeError('A mail needs a subject')
    if (mail.text.trim() === '') throw new NodeError('A mail needs a text')
    member ??= ports.roleOf({ orgId, userId }, signal).then(({ role }) => role !== null)
    if (!(await member)) {
      throw new NodeError('The person that this run acts for is no longer a member of the organisation')
    }
    const queued = await ports.sendMail({ orgId, ...mail, ...(replyTo === undefined ? {} : { replyTo }) })
    if (!queued) throw new NodeError('The organisation has sent as many mails within an hour as it may')
  }
}
