import { showToast, type ToastOptions } from './toasts.tsx'

/** Returns options with an "Undo" action. */
export const withUndo = (run: () => unknown): ToastOptions => ({
  action: { label: 'Undo', run: () => void run() },
})

/** Shows a short message in the corner, with at most one action, for example "Undo". */
export const toast = (text: string, options: ToastOptions = {}): void => showToast(text, options)
