/**
 * Moves the focus between cards: up and down in a column, left and right to the card at the same
 * height.
 */
export function moveFocus(event: React.KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget, target, defaultPrevented } = event
  if (defaultPrevented || !(target instanceof HTMLElement) || target.dataset['card'] === undefined)
    return
  const columns = [...currentTarget.querySelectorAll('section')].map((section) => [
    ...section.querySelectorAll<HTMLElement>('[data-card]'),
  ])
  const at = columns.findIndex((cards) => cards.includes(target))
  const ownColumn = columns[at] ?? []
  const moves: Readonly<Record<string, () => HTMLElement | undefined>> = {
    ArrowUp: () => ownColumn[ownColumn.indexOf(target) - 1],
    ArrowDown: () => ownColumn[ownColumn.indexOf(target) + 1],
    ArrowLeft: () =>
      nearest(
        columns.slice(0, at).findLast((cards) => cards.length > 0),
        target,
      ),
    ArrowRight: () =>
      nearest(
        columns.slice(at + 1).find((cards) => cards.length > 0),
        target,
      ),
  }
  const next = moves[key]?.()
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}

function nearest(
  cards: readonly HTMLElement[] | undefined,
  to: HTMLElement,
): HTMLElement | undefined {
  const { top } = to.getBoundingClientRect()
  const distance = (card: HTMLElement) => Math.abs(card.getBoundingClientRect().top - top)
  return cards?.toSorted((one, other) => distance(one) - distance(other))[0]
}
