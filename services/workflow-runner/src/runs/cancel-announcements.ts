import { type Bus, subscribe } from '@atrium/messaging'

const subject = (bus: Bus): string => bus.subject('live.workflow.cancelled')

/**
 * Tells every worker about cancelled runs. If a worker misses the message, it notices at its next
 * comparison.
 */
export function announceCancelled(bus: Bus, runIds: readonly string[]): void {
  if (bus.nc.isClosed()) return
  for (let at = 0; at < runIds.length; at += 1_000) {
    bus.nc.publish(subject(bus), JSON.stringify(runIds.slice(at, at + 1_000)))
  }
}

export function onCancelled(bus: Bus, listener: (runIds: readonly string[]) => void): () => void {
  return subscribe(bus, subject(bus), {
    name: 'cancelled-runs',
    onMessage(message) {
      const ids: unknown = JSON.parse(message.string())
      if (Array.isArray(ids)) listener(ids.filter((id) => typeof id === 'string'))
    },
  })
}
