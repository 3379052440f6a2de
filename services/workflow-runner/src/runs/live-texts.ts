import { type Bus, subscribe } from '@atrium/messaging'
import { z } from 'zod'

const longestText = 2_000
const everyMs = 50

const LiveText = z.object({ nodeId: z.string(), text: z.string() })
const subject = (bus: Bus, runId: string): string => bus.subject(`live.workflow.text.${runId}`)

/**
 * Sends a node's first text at once. Skips a text that follows within 50 ms, because the next text
 * contains it.
 */
export function liveTexts(bus: Bus, runId: string): (nodeId: string, text: string) => void {
  const sent = new Map<string, number>()
  return (nodeId, text) => {
    const now = performance.now()
    if (now - (sent.get(nodeId) ?? Number.NEGATIVE_INFINITY) < everyMs || !bus.isConnected()) return
    sent.set(nodeId, now)
    bus.nc.publish(subject(bus, runId), JSON.stringify({ nodeId, text: text.slice(-longestText) }))
  }
}

export function onLiveText(
  bus: Bus,
  runId: string,
  listener: (nodeId: string, text: string) => void,
): () => void {
  return subscribe(bus, subject(bus, runId), {
    name: 'live-text',
    onMessage(message) {
      const read = LiveText.safeParse(message.json())
      if (read.success) listener(read.data.nodeId, read.data.text)
    },
  })
}
