import type { MailAccount } from '../provider.ts'
import { boundImap, openImap } from './imap-client.ts'
import { toMailFailure } from './mail-failure.ts'
import type { MailGuard } from './mail-guard.ts'
import { inbox } from './message-ids.ts'
import { openFolder } from './open-folder.ts'
import { withSmtp } from './smtp-client.ts'

/** Signs in at both servers and opens the inbox. Throws `MailServerError`. */
export async function tryMailAccount(guard: MailGuard, account: MailAccount): Promise<void> {
  const client = await openImap(guard, account)
  try {
    await boundImap(guard, client, () => openFolder(client, inbox, { account, readOnly: true }))
  } catch (error) {
    throw toMailFailure(error, { kind: 'IMAP', ...account })
  } finally {
    client.close()
  }
  await withSmtp(guard, account, async () => undefined)
}
