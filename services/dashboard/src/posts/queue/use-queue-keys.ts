import { useWindowEvent } from '@mantine/hooks'
import type { RefObject } from 'react'

const actions: Readonly<Record<string, string>> = { a: 'approve', x: 'choose', e: 'edit' }

const isTaken = ({ target, defaultPrevented, metaKey, ctrlKey, altKey }: KeyboardEvent): boolean =>
  defaultPrevented ||
  metaKey ||
  ctrlKey ||
  altKey ||
  (target instanceof HTMLElement &&
    target.closest(
      'input:not([type="checkbox"]), textarea, select, [role="dialog"], [role="menu"]',
    ) !== null)

/**
 * Handles the queue's shortcuts: `j` and `k` move between items, and letters press the control that
 * the item assigns to them.
 */
export function useQueueKeys(list: RefObject<HTMLElement | null>): void {
  useWindowEvent('keydown', (event) => {
    if (isTaken(event)) return
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])]
    const at = items.findIndex((item) => item.contains(document.activeElement))
    if (event.key === 'j' || event.key === 'k') {
      const next = items[at === -1 ? 0 : at + (event.key === 'j' ? 1 : -1)]
      next?.focus()
      next?.scrollIntoView({ block: 'nearest' })
      return
    }
    const control = items[at]?.querySelector<HTMLElement>(`[data-action="${actions[event.key]}"]`)
    if (control == null) return
    event.preventDefault()
    // An approved item leaves the list, so its neighbour gets the focus.
    if (event.key === 'a' && !control.matches(':disabled'))
      (items[at + 1] ?? items[at - 1])?.focus()
    control.click()
  })
}
