import { maxMailBytes } from '@atrium/contracts'
import type { ImapFlow } from 'imapflow'
import type { NetworkError } from '../../network/network-error.ts'
import type { MailAccount } from '../provider.ts'
import { sentTooMuch, toMailFailure, tookTooLong } from './mail-failure.ts'
import { findMailRoute, type MailGuard, toTlsOptions } from './mail-guard.ts'

/** What one operation may receive unless it reads a message. */
const mostBytes = 8 * 1024 * 1024
const looks = 50

/** Connects and signs in. Throws `NetworkError` with a sentence for the user. */
export async function openImap(guard: MailGuard, account: MailAccount): Promise<ImapFlow> {
  try {
    const route = await findMailRoute(guard, account)
    // The library takes 5 MB, and many platforms never open a mailbox.
    const library = await import('imapflow')
    const client = new library.ImapFlow({
      host: route.address,
      port: account.port,
      secure: route.secure,
      ...(route.secure || route.plainAllowed ? {} : { doSTARTTLS: true }),
      tls: toTlsOptions(route, account.host),
      auth: { user: account.user, pass: account.password },
      // The library would log commands and the server's responses.
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: guard.connectMs,
      greetingTimeout: guard.connectMs,
      socketTimeout: guard.operationMs,
      maxLineLength: mostBytes,
      maxLiteralSize: maxMailBytes + 1,
      maxResponseSize: maxMailBytes + mostBytes,
      maxResponseTokens: 300_000,
    })
    // A connection that ends while nobody waits for it is replaced at the next operation.
    client.on('error', () => undefined)
    await boundImap(guard, client, () => client.connect())
    return client
  } catch (error) {
    throw toMailFailure(error, { kind: 'IMAP', ...account })
  }
}

/**
 * Runs one operation and closes the connection if the server sends too much or takes too long. A
 * server may otherwise send a little from time to time without an end.
 */
export async function boundImap<T>(
  { operationMs }: Pick<MailGuard, 'operationMs'>,
  client: ImapFlow,
  work: () => Promise<T>,
  most = mostBytes,
): Promise<T> {
  const before = client.stats().received
  let end: (reason: NetworkError) => void = () => undefined
  const ended = new Promise<never>((_, reject) => {
    end = (reason) => {
      reject(reason)
      client.close()
    }
  })
  const timeout = setTimeout(() => end(tookTooLong()), operationMs)
  const watch = setInterval(() => {
    if (client.stats().received - before > most) end(sentTooMuch())
  }, looks)
  try {
    return await Promise.race([work(), ended])
  } finally {
    clearTimeout(timeout)
    clearInterval(watch)
  }
}
