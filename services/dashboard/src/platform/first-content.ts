import { useEffect } from 'react'

/** Milliseconds after which a page that shows no content gets its other parts, too. */
const latestMs = 3_000

let open: () => void = () => undefined
/** Resolves when the first content of the application stands and the browser is idle, or with the first input. */
const reached = new Promise<void>((resolve) => {
  open = resolve
})
let stands = false

function whenIdle(): void {
  if (stands) return
  stands = true
  // Safari has no idle callback. The frame is that of the content.
  requestAnimationFrame(() =>
    'requestIdleCallback' in window
      ? requestIdleCallback(open, { timeout: 1_000 })
      : setTimeout(open, 100),
  )
}

let waiting = 0

/** Notes that a part of the page shows its first content, or why it has none; the last part counts. */
export function useFirstContent(isShown: boolean): void {
  useEffect(() => {
    if (isShown) {
      // The parts that appear with this one have counted themselves by then.
      queueMicrotask(() => waiting === 0 && whenIdle())
      return undefined
    }
    waiting += 1
    return () => {
      waiting -= 1
    }
  }, [isShown])
}

let isWatched = false

/** Code that nobody waits for, loaded after the first content; in a visited application at once. */
export async function afterFirstContent<T>(importer: () => Promise<T>): Promise<T> {
  if (!isWatched) {
    isWatched = true
    for (const type of ['pointerdown', 'keydown'])
      window.addEventListener(type, open, { once: true })
    setTimeout(open, latestMs)
  }
  await reached
  return importer()
}
