import { useReactFlow, type Viewport } from '@xyflow/react'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { onceDrawn } from './once-drawn.ts'
import { fitOptions } from './zoom-tools.tsx'

const margin = 16
const duration = 200
/** Below this zoom the names of steps are hard to read. */
const readableZoom = 0.55

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
      void fitView({ ...fitOptions, maxZoom, duration, nodes: ids.map((id) => ({ id })) })
    })
  }, [added, fitView, getZoom])
}

interface Size {
  readonly width: number
  readonly height: number
}
interface Bounds extends Size {
  readonly x: number
  readonly y: number
}

/** True if the view shows the whole bounds in a stage with this size. */
const showsAll = ({ x, y, width, height }: Bounds, view: Viewport, stage: Size): boolean => {
  const [left, top] = [x * view.zoom + view.x, y * view.zoom + view.y]
  return (
    left >= 0 &&
    top >= 0 &&
    left + width * view.zoom <= stage.width &&
    top + height * view.zoom <= stage.height
  )
}

/**
 * Fits the drawing again if the stage changes its size, for example because a panel opens or
 * closes. If the whole graph was visible and stays readable, it stays visible. Otherwise the
 * selected node does.
 */
export function useRefit(stage: RefObject<HTMLElement | null>, chosen: string | undefined): void {
  const { fitView, getNodes, getNodesBounds, getInternalNode, getViewport, getZoom, setCenter } =
    useReactFlow()
  // During a move to the whole graph, the view does not show it yet.
  const isFitting = useRef(false)
  const reveal = useEffectEvent((before: Size | undefined, now: Size) => {
    // The node under the pointer must not move away.
    if (stage.current?.querySelector('.react-flow__node.dragging') != null) return
    const nodes = getNodes()
    if (before !== undefined && nodes.length > 0) {
      const [bounds, view] = [getNodesBounds(nodes), getViewport()]
      const wasWhole = isFitting.current || showsAll(bounds, view, before)
      const needsFit = isFitting.current || now.width > before.width || !showsAll(bounds, view, now)
      const zoom = now.width / bounds.width / (1 + fitOptions.padding)
      if (wasWhole && needsFit && (chosen === undefined || zoom >= readableZoom)) {
        isFitting.current = true
        void fitView({ ...fitOptions, duration }).then(() => {
          isFitting.current = false
        })
        return
      }
    }
    const node = chosen === undefined ? undefined : getInternalNode(chosen)
    if (chosen === undefined || node === undefined || isWhole(stage.current, chosen)) return
    const { x, y } = node.internals.positionAbsolute
    const { width = 0, height = 0 } = node.measured
    void setCenter(x + width / 2, y + height / 2, { zoom: getZoom(), duration })
  })
  useEffect(() => {
    const { current } = stage
    if (current === null) return undefined
    let before: Size | undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return
      const { width, height } = entry.contentRect
      reveal(before, { width, height })
      before = { width, height }
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [stage])
  // A step chosen elsewhere, for example in a list, may be outside the view.
  useEffect(() => {
    const { current } = stage
    if (chosen === undefined || current === null) return undefined
    return onceDrawn(() => {
      const { width, height } = current.getBoundingClientRect()
      reveal(undefined, { width, height })
    })
  }, [stage, chosen])
}
