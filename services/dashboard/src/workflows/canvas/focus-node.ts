const mostFrames = 30

/**
 * Moves the focus to a step on the canvas. Without a step, moves it to the canvas itself. A new
 * step is invisible until it is measured, so the focus may need several frames.
 */
export function focusNode(id: string | undefined, frames = mostFrames): void {
  // The user has moved the focus in the meantime.
  if (frames < mostFrames && document.activeElement !== document.body) return
  const stage = document.querySelector<HTMLElement>('[data-stage]')
  const node =
    id === undefined
      ? undefined
      : stage?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)
  node?.focus({ preventScroll: true })
  if (id !== undefined && frames > 0 && (node == null || document.activeElement !== node)) {
    requestAnimationFrame(() => focusNode(id, frames - 1))
  } else if (node == null) stage?.focus({ preventScroll: true })
}
