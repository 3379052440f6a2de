import { useEffect } from 'react'

const above = '[role="dialog"], [role="menu"], [role="listbox"]'
/** Mantine returns the focus from menus and popovers itself, so wait until Mantine has done so. */
const afterMs = 30
const kept = 20

interface Focused {
  readonly element: HTMLElement
  readonly isAbove: boolean
}

/**
 * Returns the element with the focus before the dialog opened. A card may have a new element by
 * now.
 */
function findPlace(history: readonly Focused[]): HTMLElement | undefined {
  const before = history.findLast(
    ({ element, isAbove }) => !isAbove || element.isConnected,
  )?.element
  if (before === undefined || before.isConnected) return before
  const { card } = before.dataset
  if (card === undefined) return undefined
  return document.querySelector<HTMLElement>(`[data-card="${CSS.escape(card)}"]`) ?? undefined
}

/** Returns the focus whenever a dialog closes, until the caller calls the returned function. */
function returnFocus(): () => void {
  let history: readonly Focused[] = []
  const note = ({ target }: Pick<FocusEvent, 'target'>) => {
    if (!(target instanceof HTMLElement)) return
    const others = history.filter(({ element }) => element !== target)
    history = [...others, { element: target, isAbove: target.closest(above) !== null }].slice(-kept)
  }
  const portals = new MutationObserver((changes) => {
    if (changes.some(({ removedNodes }) => removedNodes.length > 0)) setTimeout(give, afterMs)
  })
  const give = () => {
    if (document.activeElement === null || document.activeElement === document.body) {
      findPlace(history)?.focus({ preventScroll: true })
    }
  }
  const follow = () => {
    for (const portal of document.querySelectorAll('body > [data-portal]')) {
      portals.observe(portal, { childList: true })
    }
  }
  // Dialogs are rendered in portals. A dialog's own portal is removed together with the dialog.
  const body = new MutationObserver((changes) => {
    follow()
    if (changes.some(({ removedNodes }) => removedNodes.length > 0)) setTimeout(give, afterMs)
  })
  follow()
  body.observe(document.body, { childList: true })
  document.addEventListener('focusin', note)
  // The page is mounted first, so an element may already have the focus.
  if (document.activeElement !== document.body) note({ target: document.activeElement })
  return () => {
    document.removeEventListener('focusin', note)
    body.disconnect()
    portals.disconnect()
  }
}

/**
 * Returns the focus if a dialog was already open when it was mounted. Mantine only handles dialogs
 * opened later.
 */
export function ReturnFocus() {
  useEffect(returnFocus, [])
  return null
}
