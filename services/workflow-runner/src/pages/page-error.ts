import type { OutboundError } from '@atrium/outbound-guard'

/** A page could not be read. The message is shown to the user who entered the address. */
export class PageError extends Error {
  override readonly name = 'PageError'
  /** True if the same page may be readable later, for example after an outage. */
  readonly passing: boolean

  constructor(message: string, { passing = false }: { passing?: boolean } = {}) {
    super(message)
    this.passing = passing
  }
}

/** True if the host did not respond in time or broke the connection. */
export const isOutage = ({ code }: OutboundError): boolean =>
  code === 'timeout' || code === 'failed'

/** True for a request timeout, a rate limit or a server error. */
export const isPassingStatus = (status: number): boolean =>
  status === 408 || status === 429 || status >= 500
