import { useReactFlow } from '@xyflow/react'
import { type RefObject, useEffect, useEffectEvent } from 'react'
import { fitOptions } from './zoom-tools.tsx'

const margin = 16

/** Runs a step once a change is drawn and measured; the answer stops it. */
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

/** Shows the whole of an added part once it is drawn, when it is not whole on the stage; no closer than before. */
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

/** Moves the view to the one chosen node when that is not whole on the stage. */
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
    // The first report comes once the stage has its size beside the panels that open.
    const observer = new ResizeObserver(() => reveal())
    observer.observe(current)
    return () => observer.disconnect()
  }, [stage, chosen])
}
