import { useReactFlow } from '@xyflow/react'
import { type RefObject, useEffect, useEffectEvent } from 'react'

const margin = 16

/**
 * Moves the view to the one chosen node when that is not whole on the stage: a new one beyond its edge, or one that an
 * opened panel covers.
 */
export function useReveal(stage: RefObject<HTMLElement | null>, chosen: string | undefined): void {
  const { getInternalNode, getZoom, setCenter } = useReactFlow()
  const reveal = useEffectEvent(() => {
    const room = stage.current?.getBoundingClientRect()
    const box = stage.current
      ?.querySelector(`.react-flow__node[data-id="${CSS.escape(chosen ?? '')}"]`)
      ?.getBoundingClientRect()
    const isWhole =
      room === undefined ||
      (box !== undefined &&
        box.left >= room.left + margin &&
        box.right <= room.right - margin &&
        box.top >= room.top + margin &&
        box.bottom <= room.bottom - margin)
    const node = chosen === undefined ? undefined : getInternalNode(chosen)
    if (isWhole || node === undefined) return
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
