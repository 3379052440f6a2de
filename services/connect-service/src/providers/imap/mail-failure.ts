import { PrivateAddressError } from '@atrium/outbound-guard'
import { NetworkError } from '../../network/network-error.ts'
import { tokenRefused } from '../../network/read-error.ts'
import { scrub } from '../../network/sent-secrets.ts'

/** A field in the form to connect a mailbox. */
export type MailField = 'host' | 'port' | 'user' | 'smtpHost' | 'smtpPort' | 'from'

/** A mail server's failure, with the field for the user to correct. */
export class MailServerError extends NetworkError {
  readonly field: MailField

  constructor(field: MailField, error: NetworkError) {
    super(error.class, error.message, {
      code: error.code,
      tokenInvalid: error.tokenInvalid,
      retryAfter: error.retryAfter,
    })
    this.field = field
  }
}

export interface Server {
  kind: 'IMAP' | 'SMTP'
  host: string
  port: number
  password: string
}

/** Returns a server's own words on one line, without the password and at most 200 characters. */
export function readWords(words: unknown, password: string): string {
  if (typeof words !== 'string') return ''
  const line = words.slice(0, 2_000).replaceAll(/[\p{C}\s]+/gu, ' ')
  return scrub(line, [password]).trim().slice(0, 200)
}

const unresolved = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'ENODATA', 'EDNS'])
const timeoutCodes = new Set([
  'CONNECT_TIMEOUT',
  'GREETING_TIMEOUT',
  'UPGRADE_TIMEOUT',
  'ETIMEOUT',
  'ETIMEDOUT',
])
const tooMuch = new Set([
  'LiteralTooLarge',
  'LineTooLarge',
  'ResponseTooLarge',
  'TooManyTokens',
  'TooManyResponses',
  'MAX_IMAP_NESTING_REACHED',
])
const certificate =
  /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT|HOSTNAME_MISMATCH|INVALID_CA)/

export const sentTooMuch = (): NetworkError =>
  new NetworkError('blocked', 'The mail server sent more than a mailbox may send')

export const tookTooLong = (): NetworkError =>
  new NetworkError('retry', 'The mail server did not respond in time. Try again later.')

const readText = (error: object, name: string): string => {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : ''
}

/** Converts an error of a mail library to one sentence for the user. Never contains the password. */
export function toMailFailure(thrown: unknown, server: Server): NetworkError {
  if (thrown instanceof NetworkError) return thrown
  const { kind, host, port } = server
  const where = `${host}, port ${port}`
  if (!(thrown instanceof Error)) return new NetworkError('retry', `The ${kind} server failed`)
  const fail = (field: MailField, error: NetworkError) => new MailServerError(field, error)
  const ofHost = kind === 'IMAP' ? 'host' : 'smtpHost'
  const ofPort = kind === 'IMAP' ? 'port' : 'smtpPort'
  const code = readText(thrown, 'code')
  const words = readWords(
    readText(thrown, 'responseText') || readText(thrown, 'response'),
    server.password,
  )
  const said = words === '' ? '' : ` The server said: ${words}`
  const cause = thrown.cause instanceof Error ? readText(thrown.cause, 'code') : ''
  if (thrown instanceof PrivateAddressError || unresolved.has(code)) {
    const message = `We could not find the ${kind} server ${host}. Check its name.`
    return fail(ofHost, new NetworkError('retry', message))
  }
  if (Reflect.get(thrown, 'authenticationFailed') === true || code === 'EAUTH') {
    if (isTemporary(thrown, words)) {
      const message = `The ${kind} server accepts no sign-in now. Try again later.${said}`
      return fail('user', new NetworkError('retry', message))
    }
    return fail('user', tokenRefused(`The ${kind} server refused the sign-in.${said}`))
  }
  if (certificate.test(code) || certificate.test(cause)) {
    const message = `The certificate of the ${kind} server ${host} is not valid for this name, so the password was not sent.`
    return fail(ofHost, new NetworkError('blocked', message))
  }
  if (isWithoutTls(thrown, code)) {
    const message = `The ${kind} server ${where} offers no encrypted connection, so the password was not sent. Use port ${kind === 'IMAP' ? '993' : '465 or 587'}.`
    return fail(ofPort, new NetworkError('blocked', message))
  }
  if (tooMuch.has(code)) return fail(ofHost, sentTooMuch())
  if (timeoutCodes.has(code)) {
    const message = `The ${kind} server ${where} did not respond in time. Check name and port.`
    return fail(ofPort, new NetworkError('retry', message))
  }
  if (code === 'ECONNREFUSED') {
    const message = `Nothing responds at ${where}. Check the ${kind} server’s name and port.`
    return fail(ofPort, new NetworkError('retry', message))
  }
  // The library refuses some texts before it sends them.
  if (code === 'InvalidSearchQuery' || code === 'InvalidStringValue') {
    return new NetworkError('blocked', 'This search cannot be used. Use other words.')
  }
  if (['NO', 'BAD'].includes(readText(thrown, 'responseStatus'))) {
    const message = `The ${kind} server refused: ${words === '' ? 'no reason given' : words}`
    return fail(ofHost, new NetworkError(isTemporary(thrown, words) ? 'retry' : 'blocked', message))
  }
  const message = `The ${kind} server ${where} ended the connection.${said}`
  return fail(ofHost, new NetworkError('retry', message))
}

// RFC 5530: the account is busy or a backend is down. Some servers also say so in words only.
function isTemporary(error: Error, words: string): boolean {
  const code = readText(error, 'serverResponseCode').toUpperCase()
  if (['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG', 'CONTACTADMIN'].includes(code)) return true
  const status = Number(Reflect.get(error, 'responseCode'))
  return (status >= 400 && status < 500) || /\btoo many\b/i.test(words)
}

const isWithoutTls = (error: Error, code: string): boolean =>
  code === 'ETLS' ||
  code === 'ERR_SSL_WRONG_VERSION_NUMBER' ||
  code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG' ||
  Reflect.get(error, 'tlsFailed') === true ||
  code.startsWith('ERR_SSL_')
