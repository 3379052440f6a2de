import { PrivateAddressError } from './guarded-agent.ts'
import { OutboundError } from './outbound-error.ts'

const unresolved = new Set([
  'ENOTFOUND',
  'ENODATA',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EAI_NONAME',
])
const timeoutCodes = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])

// Unknown and refused hosts share one message, so it does not reveal names from an internal
// resolver.
const noHost = 'We could not reach this website. Check the address.'

const readCode = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : ''

/** Describes a failed request to its user. `error` comes from undici or from a socket. */
export function outboundFailure(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return new OutboundError('failed', 'The request failed', error)
  if (cause instanceof OutboundError) return cause
  const code = readCode(cause)
  if (cause instanceof PrivateAddressError || unresolved.has(code))
    return new OutboundError('no_host', noHost, cause)
  if ('syscall' in cause && cause.syscall === 'getaddrinfo')
    return new OutboundError('no_host', noHost, cause)
  if (timeoutCodes.has(code))
    return new OutboundError(
      'timeout',
      'The website did not respond in time. Try again later.',
      cause,
    )
  if (cause.message === 'bad port')
    return new OutboundError(
      'refused',
      'This port cannot be used. Remove it from the address.',
      cause,
    )
  return new OutboundError('failed', cause.message || code || cause.name, cause)
}
