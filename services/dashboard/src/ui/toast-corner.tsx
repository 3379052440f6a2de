import { useEffect, useSyncExternalStore } from 'react'
import { afterFirstContent } from '../platform/first-content.ts'
import { toastCorner } from './toast.ts'

/** The corner of the page where messages appear; its code is loaded after the page. */
export function ToastCorner() {
  const Toasts = useSyncExternalStore(toastCorner.subscribe, toastCorner.get)
  useEffect(() => {
    void afterFirstContent(toastCorner.load)
  }, [])
  return Toasts === undefined ? null : <Toasts />
}
