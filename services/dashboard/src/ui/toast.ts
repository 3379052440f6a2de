import { createStore } from '../platform/store.ts'
import type { showToast, ToastOptions, Toasts } from './toasts.tsx'

const againMs = 2_000

interface Corner {
  readonly showToast: typeof showToast
  readonly Toasts: typeof Toasts
}

const loaded = createStore<Corner | undefined>(undefined)
let loading: ReturnType<typeof load> | undefined

// If the server is away, the corner's code cannot load either, and this is often the first message.
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

/** The corner of the page where messages appear, once its code has loaded. */
export const toastCorner = {
  load: () => {
    loading ??= load()
    return loading
  },
  get: () => loaded.get()?.Toasts,
  subscribe: loaded.subscribe,
}

/** Returns options with an "Undo" action. */
export const withUndo = (run: () => unknown): ToastOptions => ({
  action: { label: 'Undo', run: () => void run() },
})

/** Shows a short message in the corner, with at most one action, for example "Undo". */
export function toast(text: string, options: ToastOptions = {}): void {
  void toastCorner.load().then(({ showToast }) => showToast(text, options))
}
