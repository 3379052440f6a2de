import type { LiveChange } from '@atrium/sdk'

/** A page's part of the event stream that all tabs of a browser share. */
export interface SharedStream {
  /** The name that pages with the same events share. */
  readonly name: string
  /** Undefined if the page has no secure context. The page then opens its own stream. */
  readonly locks: LockManager | undefined
  /** Opens the stream after the last event that a page of this browser has seen. */
  readonly watch: (options: {
    signal: AbortSignal
    lastEventId: string | undefined
  }) => AsyncIterable<LiveChange>
  readonly onChange: (change: LiveChange) => void
  /**
   * Calls the listener when the user turns to this page. Returns a function that removes the
   * listener.
   */
  readonly onTurnedTo: (listener: () => void) => () => void
  readonly signal: AbortSignal
  /** The milliseconds in which the page with the stream must respond. */
  readonly answerMs?: number
}

const answerMs = 3_000

/**
 * Follows a stream that one tab holds and passes on to the others. Without HTTP/2, six separate
 * streams would use up all connections. The tab that the user turns to takes the stream over,
 * because browsers suspend tabs in the background. Throws what `watch` throws.
 */
export async function shareStream(shared: SharedStream): Promise<void> {
  const { name, locks, watch, onChange, signal } = shared
  if (locks === undefined) {
    for await (const change of watch({ signal, lastEventId: undefined })) onChange(change)
    return
  }
  const channel = new BroadcastChannel(name)
  let lastEventId: string | undefined
  let isLeading = false
  /** The stream's state, on this page or on the page that holds the stream. */
  let state: 'open' | 'lost' | undefined
  let isHeard = false
  let wantsNow = false
  let turn = new AbortController()
  const take = (change: LiveChange) => {
    if (change.kind === 'event') lastEventId = change.event.id
    if (change.kind === 'open' || change.kind === 'lost') state = change.kind
    onChange(change)
  }
  channel.onmessage = ({ data }: MessageEvent<LiveChange | { kind: 'hello' }>) => {
    if (data.kind !== 'hello') {
      isHeard = true
      if (!isLeading) take(data)
    } else if (isLeading && state !== undefined) channel.postMessage({ kind: state })
  }
  const takeOver = () => {
    if (isLeading) return
    wantsNow = true
    turn.abort()
  }
  async function lead(until: AbortSignal): Promise<void> {
    isLeading = true
    const tell = (change: LiveChange) => {
      take(change)
      channel.postMessage(change)
    }
    // If no event was seen yet, the stream cannot continue where the previous page stopped.
    let hasGap = state !== undefined && lastEventId === undefined
    try {
      for await (const change of watch({ signal: until, lastEventId })) {
        if (until.aborted) return
        tell(change)
        if (hasGap && change.kind === 'open') tell({ kind: 'resync' })
        if (change.kind === 'open') hasGap = false
      }
    } finally {
      isLeading = false
    }
  }
  const leave = shared.onTurnedTo(takeOver)
  const silence = setTimeout(() => isHeard || takeOver(), shared.answerMs ?? answerMs)
  channel.postMessage({ kind: 'hello' })
  try {
    while (!signal.aborted) {
      turn = new AbortController()
      const until = AbortSignal.any([signal, turn.signal])
      const how: LockOptions = wantsNow ? { steal: true } : { signal: until }
      wantsNow = false
      await locks
        .request(name, how, () => lead(until))
        .catch((error: unknown) => {
          // Another page has taken the stream over, or this page has stopped waiting.
          turn.abort()
          if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
        })
    }
  } finally {
    clearTimeout(silence)
    leave()
    channel.close()
  }
}
