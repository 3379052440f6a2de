import { createStore } from '../platform/store.ts'
import type { showToast, ToastOptions, Toasts } from './toasts.tsx'

const againMs = 2_000

interface Corner {
  readonly showToast: typeof showToast
  readonly Toasts: typeof Toasts
}

const loaded = createStore<Corner | undefined>(undefined)
let loading: ReturnType<typeof load> | undefined

// The first message is often that the server is away, and then the code of the corner does not arrive either.
async function load(): Promise<Corner> {
  for (;;) {
    try {
      const { showToast, Toasts } = await import('./toasts.tsx')
      loaded.set({ showToast, Toasts })
      return { showToast, Toasts }
    } catch {
      await new Promise((resolve) => setTimeout(resolve, againMs))
    }
  }
}

/** The corner of the page where messages appear, once its code is there. */
export const toastCorner = {
  load: () => {
    loading ??= load()
    return loading
  },
  get: () => loaded.get()?.Toasts,
  subscribe: loaded.subscribe,
}

/** The action of a message that takes its step back. */
export const withUndo = (run: () => unknown): ToastOptions => ({
  action: { label: 'Undo', run: () => void run() },
})

/** Shows a short message in the corner, with at most one action such as "Undo". */
export function toast(text: string, options: ToastOptions = {}): void {
  void toastCorner.load().then(({ showToast }) => showToast(text, options))
}
