import { type TokenPart, tokenStream } from '@atrium/contracts'
import type { Bus } from '@atrium/messaging'

export type TokenStream = ReturnType<typeof createTokenStream>

/** Publishes a call's tokens for live readers. Positions restart at 0 with each attempt. */
export function createTokenStream(bus: Bus, name: string) {
  const subject = bus.subject(tokenStream.replace('*', name))
  let at = 0
  const publish = (part: TokenPart) => {
    if (bus.isConnected()) bus.nc.publish(subject, JSON.stringify(part))
  }
  return {
    begin(): void {
      at = 0
    },
    take(text: string): void {
      publish({ at, text, end: false })
      at += text.length
    },
    end: () => publish({ at, text: '', end: true }),
  }
}
