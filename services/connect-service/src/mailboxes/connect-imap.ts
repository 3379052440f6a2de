import {
  type Channel,
  commonErrors,
  connectErrors,
  type connectImap as operation,
} from '@atrium/contracts'
import type { z } from 'zod'
import { shownChannel } from '../channels/shown-channels.ts'
import { connectAtOnce } from '../connecting/begun-connect.ts'
import type { Ctx, Deps } from '../deps.ts'
import { notConfigured } from '../errors.ts'
import { NetworkError } from '../network/network-error.ts'
import { toChannelAccount } from '../providers/imap/mail-account.ts'
import { MailServerError } from '../providers/imap/mail-failure.ts'
import { requireProvider } from '../require-provider.ts'

/**
 * Connects a mailbox after signing in at both of its servers (docs/imap.md). Throws
 * `not_configured`, `plan_limit`, or `token_rejected` with what the server said and the field to
 * correct.
 */
export async function connectImap(
  deps: Deps,
  { principal }: Ctx,
  { name, shared = false, ...account }: z.output<typeof operation.body>,
): Promise<Channel> {
  const used = requireProvider(deps, 'imap')
  const { tryMailAccount } = used.provider
  if (tryMailAccount === undefined) throw notConfigured('imap')
  const settled = await connectAtOnce(deps, principal, used, async () => {
    await tryMailAccount(account).catch(refuse)
    const found = toChannelAccount(account, name ?? account.from)
    return { grant: found, accounts: [found], scopes: [], shared }
  })
  if (!('row' in settled)) throw commonErrors.not_found()
  deps.logger.info(
    { orgId: principal.orgId, channelId: settled.row.id },
    'A mailbox was connected by IMAP',
  )
  return shownChannel(deps, settled.row)
}

function refuse(error: unknown): never {
  if (!(error instanceof NetworkError)) throw error
  const { message } = error
  const field = error instanceof MailServerError ? error.field : undefined
  throw connectErrors.token_rejected({
    message,
    ...(field === undefined ? {} : { details: { errors: [{ path: field, message }] } }),
  })
}
