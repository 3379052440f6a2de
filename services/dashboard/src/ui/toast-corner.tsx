import { useEffect, useSyncExternalStore } from 'react'
import { toastCorner } from './toast.ts'

const aheadMs = 3_000

/** The corner of the page where messages appear; its code is loaded after the page. */
export function ToastCorner() {
  const Toasts = useSyncExternalStore(toastCorner.subscribe, toastCorner.get)
  useEffect(() => {
    const timer = setTimeout(() => void toastCorner.load(), aheadMs)
    return () => clearTimeout(timer)
  }, [])
  return Toasts === undefined ? null : <Toasts />
}
