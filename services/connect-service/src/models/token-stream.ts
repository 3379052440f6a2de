import { type TokenPart, tokenStream } from '@atrium/contracts'
import type { Bus } from '@atrium/messaging'

/** The tokens of one call, for a reader who looks on. Each attempt begins at 0 again. */
export interface TokenStream {
  begin(): void
  take(text: string): void
  end(): void
}

/** Publishes the tokens of a call; the answer of the call is what counts. */
export function createTokenStream(bus: Bus, name: string): TokenStream {
  const subject = bus.subject(tokenStream.replace('*', name))
  let at = 0
  const publish = (part: TokenPart) => {
    if (bus.isConnected()) bus.nc.publish(subject, JSON.stringify(part))
  }
  return {
    begin() {
      at = 0
    },
    take(text) {
      publish({ at, text, end: false })
      at += text.length
    },
    end: () => publish({ at, text: '', end: true }),
  }
}
