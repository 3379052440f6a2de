/** Shows a short message in the corner, with at most one action such as "Undo". */
export function toast(text: string, options: ToastOptions = {}): void {
  void import('./toasts.tsx').then(({ showToast }) => showToast(text, options))
}

export interface ToastOptions {
  readonly tone?: 'plain' | 'bad'
  readonly action?: { readonly label: string; readonly run: () => void }
}
