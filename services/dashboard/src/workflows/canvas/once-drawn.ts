/** Runs a step once a change is drawn and measured. Returns a function that cancels it. */
export function onceDrawn(step: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(step)
  })
  return () => cancelAnimationFrame(frame)
}
