import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toastsInUse } from './toast.ts'

const Toasts = lazy(async () => ({ default: (await import('./toasts.tsx')).Toasts }))

/** The corner of the page where messages appear; its code is loaded with the first message. */
export function ToastCorner() {
  const used = useSyncExternalStore(toastsInUse.subscribe, toastsInUse.get)
  return <Suspense>{used && <Toasts />}</Suspense>
}
