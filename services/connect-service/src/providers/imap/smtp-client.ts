import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { NetworkError } from '../../network/network-error.ts'
import type { MailAccount } from '../provider.ts'
import {
  MailServerError,
  readWords,
  type Server,
  toMailFailure,
  tookTooLong,
} from './mail-failure.ts'
import { findMailRoute, type MailGuard, toTlsOptions } from './mail-guard.ts'

const mostResponseBytes = 65_536

interface Smtp {
  /** Throws `NetworkError`: `unknown` if the mail may have left. */
  send(envelope: { from: string; to: string[] }, message: Buffer): Promise<void>
}

const toServer = ({ smtpHost: host, smtpPort: port, password }: MailAccount): Server => ({
  kind: 'SMTP',
  host,
  port,
  password,
})

/** Signs in at the SMTP server, does the work and ends the connection. Throws `NetworkError`. */
export async function withSmtp<T>(
  guard: MailGuard,
  account: MailAccount,
  work: (smtp: Smtp) => Promise<T>,
): Promise<T> {
  const server = toServer(account)
  const fail = (error: unknown) => toMailFailure(withSystemCode(error), server)
  const route = await findMailRoute(guard, server).catch((error: unknown) => {
    throw fail(error)
  })
  const connection = new SMTPConnection({
    host: route.address,
    port: account.smtpPort,
    secure: route.secure,
    requireTLS: !route.secure && !route.plainAllowed,
    tls: toTlsOptions(route, account.smtpHost),
    logger: false,
    connectionTimeout: guard.connectMs,
    greetingTimeout: guard.connectMs,
    socketTimeout: guard.operationMs,
    maxResponseSize: mostResponseBytes,
  })
  let stop: (reason: unknown) => void = () => undefined
  const ended = new Promise<never>((_, reject) => {
    stop = reject
  })
  ended.catch(() => undefined)
  connection.on('error', stop)
  connection.on('end', () => stop(new Error('The connection ended')))
  const timeout = setTimeout(() => stop(tookTooLong()), guard.operationMs)
  const step = (call: (done: (error?: unknown) => void) => void) =>
    Promise.race([
      new Promise<void>((done, reject) => call((error) => (error ? reject(error) : done()))),
      ended,
    ])
  try {
    await step((done) => connection.connect(done))
    const credentials = { user: account.user, pass: account.password }
    await step((done) => connection.login({ credentials }, done))
    const result = await work({
      async send(envelope, message) {
        try {
          await step((done) => connection.send(envelope, message, done))
        } catch (error) {
          throw toSendFailure(error, server, fail)
        }
      },
    })
    guard.count('smtp', 'done')
    return result
  } catch (thrown) {
    const error = fail(thrown)
    guard.count('smtp', error.class)
    throw error
  } finally {
    clearTimeout(timeout)
    connection.close()
  }
}

// The library replaces a system error's code, although the code says what happened.
function withSystemCode(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code: unknown = Reflect.get(error, 'originalCode')
  return typeof code === 'string' ? Object.assign(error, { code }) : error
}

/**
 * Converts a failure while a mail is sent. Without a final response after the text, the mail may
 * have left, so the class is `unknown`.
 */
function toSendFailure(
  error: unknown,
  server: Server,
  fail: (error: unknown) => NetworkError,
): NetworkError {
  const status = error instanceof Error ? Number(Reflect.get(error, 'responseCode')) : Number.NaN
  const words = readWords(
    error instanceof Error ? Reflect.get(error, 'response') : '',
    server.password,
  )
  if (status >= 500) {
    const message = `The SMTP server ${server.host} refused the mail. The server said: ${words}`
    return new MailServerError('from', new NetworkError('fix_content', message))
  }
  if (status >= 400) {
    const message = `The SMTP server ${server.host} does not accept the mail now. The server said: ${words}`
    return new NetworkError('retry', message)
  }
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined
  // The library refused an address before anything was sent.
  if (code === 'EENVELOPE') return new NetworkError('fix_content', 'The address is not valid')
  const message = fail(error).message
  return new NetworkError('unknown', message)
}
