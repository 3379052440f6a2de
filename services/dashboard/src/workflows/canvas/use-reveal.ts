import { useReactFlow } from '@xyflow/react'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { fitOptions } from './zoom-tools.tsx'

const margin = 16

/** Runs a step once a change is drawn and measured. Returns a function that cancels it. */
export function onceDrawn(step: () => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(step)
  })
  return () => cancelAnimationFrame(frame)
}

function isWhole(stage: Element | null, node: string): boolean {
  if (stage === null) return true
  const room = stage.getBoundingClientRect()
  const box = stage
    .querySelector(`.react-flow__node[data-id="${CSS.escape(node)}"]`)
    ?.getBoundingClientRect()
  return (
    box !== undefined &&
    box.left >= room.left + margin &&
    box.right <= room.right - margin &&
    box.top >= room.top + margin &&
    box.bottom <= room.bottom - margin
  )
}

/**
 * Moves the view to an added part once it is drawn, if the part is not fully visible. Never zooms
 * in.
 */
export function useRevealAdded(added: ReadonlySet<string> | undefined): void {
  const { fitView, getZoom } = useReactFlow()
  useEffect(() => {
    if (added === undefined) return undefined
    return onceDrawn(() => {
      const stage = document.querySelector('[data-stage]')
      const ids = [...added]
      if (ids.every((id) => isWhole(stage, id))) return
      const maxZoom = Math.min(getZoom(), fitOptions.maxZoom)
      void fitView({ ...fitOptions, maxZoom, duration: 200, nodes: ids.map((id) => ({ id })) })
    })
  }, [added, fitView, getZoom])
}

/** Moves the view to the selected node if it is not fully visible. */
export function useReveal(stage: RefObject<HTMLElement | null>, chosen: string | undefined): void {
  const { getInternalNode, getZoom, setCenter } = useReactFlow()
  const reveal = useEffectEvent(() => {
    const node = chosen === undefined ? undefined : getInternalNode(chosen)
    if (chosen === undefined || node === undefined || isWhole(stage.current, chosen)) return
    const { x, y } = node.internals.positionAbsolute
    const { width = 0, height = 0 } = node.measured
    void setCenter(x + width / 2, y + height / 2, { zoom: getZoom(), duration: 200 })
  })
  useEffect(() => {
    const { current } = stage
    if (chosen === undefined || current === null) return undefined
    // The first report arrives when the stage has its size next to the panels that open.
    const observer = new ResizeObserver(() => reveal())
    observer.observe(current)
    return () => observer.disconnect()
  }, [stage, chosen])
}
