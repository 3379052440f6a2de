import { useEffect } from 'react'

/** Milliseconds after which a page loads its other parts even if it shows no content. */
const latestMs = 3_000

let open: () => void = () => undefined
/** Resolves when the first content is shown and the browser is idle, or at the first input. */
const reached = new Promise<void>((resolve) => {
  open = resolve
})
let stands = false

function whenIdle(): void {
  if (stands) return
  stands = true
  // Safari has no idle callback. This frame draws the content.
  requestAnimationFrame(() =>
    'requestIdleCallback' in window
      ? requestIdleCallback(open, { timeout: 1_000 })
      : setTimeout(open, 100),
  )
}

let waiting = 0

/**
 * Reports that a part of the page shows its first content, or why it has none. The last part
 * decides.
 */
export function useFirstContent(isShown: boolean): void {
  useEffect(() => {
    if (isShown) {
      // Parts that appear together with this one have registered by then.
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

/**
 * Loads background code after the first content. If the first content is already shown, loads it at
 * once.
 */
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
