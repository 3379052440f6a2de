const listeners = new Set<() => void>()
let used = false

/** Whether the page has shown a message. */
export const toastsInUse = {
  get: (): boolean => used,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** Shows a short message in the corner, with at most one action such as "Undo". */
export function toast(text: string, options: ToastOptions = {}): void {
  used = true
  for (const listener of listeners) listener()
  void import('./toasts.tsx').then(({ showToast }) => showToast(text, options))
}

export interface ToastOptions {
  readonly tone?: 'plain' | 'bad'
  readonly action?: { readonly label: string; readonly run: () => void }
}
