import { useEffect } from 'react'

/**
 * Gives the focus back to a button that was disabled while its request ran, because a disabled element loses it to the
 * page's body. Runs until the answered function is called.
 */
function keepFocus(): () => void {
  let last: EventTarget | null = document.activeElement
  const note = ({ target }: FocusEvent) => {
    last = target
  }
  // A click beside everything takes the focus away on purpose.
  const forget = ({ target }: PointerEvent) => {
    if (target instanceof Element && target.closest('button, a, input, textarea, select') === null)
      last = null
  }
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (target !== last || !(target instanceof HTMLElement) || target.hasAttribute('disabled')) continue
      const { activeElement } = document
      if (activeElement === null || activeElement === document.body) target.focus({ preventScroll: true })
    }
  })
  observer.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', note)
  document.addEventListener('pointerdown', forget)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', note)
    document.removeEventListener('pointerdown', forget)
  }
}

/** Keeps the focus on every page, those of the entrance included. */
export function KeepFocus(): null {
  useEffect(keepFocus, [])
  return null
}
