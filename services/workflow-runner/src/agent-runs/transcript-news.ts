import { type Bus, subscribe } from '@atrium/messaging'

const subject = (bus: Bus, runId: string): string =>
  bus.subject(`live.workflow.transcript.${runId}`)

/**
 * Tells every replica about a change in a run. If a reader misses the message, it reads again after
 * two seconds.
 */
export function announceTranscript(bus: Bus, runId: string): void {
  if (bus.isConnected()) bus.nc.publish(subject(bus, runId))
}

export function onTranscript(bus: Bus, runId: string, listener: () => void): () => void {
  return subscribe(bus, subject(bus, runId), { name: 'transcript', onMessage: () => listener() })
}
