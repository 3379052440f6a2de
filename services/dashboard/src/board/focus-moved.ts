const mostFrames = 60

const cardAt = (selector: string) => document.querySelector<HTMLElement>(selector)

/**
 * Focuses a card again after a key has moved it, once it is drawn. If the user has focused another
 * element, the focus stays there.
 */
export function focusMoved(id: string, column: string): void {
  const moved = `[data-card="${CSS.escape(id)}"]`
  let frames = 0
  const look = () => {
    frames += 1
    const { activeElement } = document
    const isLost = activeElement === document.body
    if (!isLost && activeElement?.matches(moved) !== true) return
    const there = `section[aria-label="${CSS.escape(column)}"]`
    const card =
      cardAt(`${there} ${moved}`) ?? (frames < mostFrames ? null : cardAt(`${there} [data-card]`))
    if (card === null && frames < mostFrames) requestAnimationFrame(look)
    else if (activeElement !== card) card?.focus()
  }
  requestAnimationFrame(look)
}
