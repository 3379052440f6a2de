import { createStore } from '../platform/store.ts'
import type { ToastOptions } from './toasts.tsx'

const againMs = 2_000

const loaded = createStore<typeof import('./toasts.tsx') | undefined>(undefined)
let loading: ReturnType<typeof load> | undefined

// The first message is often that the server is away, and then the code of the corner does not arrive either.
async function load(): Promise<typeof import('./toasts.tsx')> {
  for (;;) {
    try {
      const module = await import('./toasts.tsx')
      loaded.set(module)
      return module
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

/** Shows a short message in the corner, with at most one action such as "Undo". */
export function toast(text: string, options: ToastOptions = {}): void {
  void toastCorner.load().then(({ showToast }) => showToast(text, options))
}
