import type { showToast, ToastOptions, Toasts } from './toasts.tsx'

const againMs = 2_000

interface Module {
  readonly showToast: typeof showToast
  readonly Toasts: typeof Toasts
}

const listeners = new Set<() => void>()
let loading: Promise<Module> | undefined
let module: Module | undefined

// The first message is often that the server is away, and then the code of the corner does not arrive either.
async function load(): Promise<Module> {
  for (;;) {
    try {
      module = await import('./toasts.tsx')
      for (const listener of listeners) listener()
      return module
    } catch {
      await new Promise((resolve) => setTimeout(resolve, againMs))
    }
  }
}

/** The corner of the page where messages appear, once its code is there. */
export const toastCorner = {
  /** Loads the code ahead of the first message. */
  load: (): Promise<Module> => {
    loading ??= load()
    return loading
  },
  get: (): typeof Toasts | undefined => module?.Toasts,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** Shows a short message in the corner, with at most one action such as "Undo". */
export function toast(text: string, options: ToastOptions = {}): void {
  void toastCorner.load().then((loaded) => loaded.showToast(text, options))
}
