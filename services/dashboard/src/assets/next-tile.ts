/**
 * Returns the target tile of a key pressed on tile `index`. Undefined if the key does not move the
 * focus, or at an edge.
 */
export function nextTile(
  key: string,
  index: number,
  columns: number,
  count: number,
): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - columns,
    ArrowDown: index + columns,
    Home: 0,
    End: count - 1,
  }
  const next = Object.hasOwn(steps, key) ? steps[key] : undefined
  return next === undefined || next < 0 || next >= count || next === index ? undefined : next
}
