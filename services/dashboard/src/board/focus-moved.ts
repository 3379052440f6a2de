const mostFrames = 60

const cardAt = (selector: string) => document.querySelector<HTMLElement>(selector)

/**
 * Gives the focus to a card that a key has put into a column, once it is drawn there, else to the first card of the column.
 * A focus that the person has moved on stays.
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
    const card = cardAt(`${there} ${moved}`) ?? (frames < mostFrames ? null : cardAt(`${there} [data-card]`))
    if (card === null && frames < mostFrames) requestAnimationFrame(look)
    else if (activeElement !== card) card?.focus()
  }
  requestAnimationFrame(look)
}
