import { useEffect, useRef, useState } from 'react'
import type { CanvasPanel, CanvasSearch } from '../workflows-search.ts'
import { focusNode } from './focus-node.ts'
import { onceDrawn } from './once-drawn.ts'

interface PanelsOptions {
  readonly search: CanvasSearch
  /** True if the selected step is on the canvas. */
  readonly hasNode: boolean
  readonly onShow: (changed: Partial<CanvasSearch>) => void
  readonly onSelect: (nodes: ReadonlySet<string>) => void
}

/** Opens and closes the panel next to the canvas, and returns the focus when it closes. */
export function usePanels({ search, hasNode, onShow, onSelect }: PanelsOptions) {
  const { node, panel } = search
  const open = panel ?? (hasNode ? 'settings' : undefined)
  const opener = useRef<HTMLElement>(null)
  const [inspects, setInspects] = useState(0)
  const inspected = useRef(0)
  // The settings may open later than the key press that asks for the focus.
  useEffect(() => {
    if (open !== 'settings' || inspected.current === inspects) return undefined
    inspected.current = inspects
    return onceDrawn(() =>
      document
        .querySelector<HTMLElement>('[data-inspector] input, [data-inspector] textarea')
        ?.focus(),
    )
  }, [open, inspects])
  const show = (next: CanvasPanel) => {
    if (open === undefined) opener.current = document.activeElement as HTMLElement | null
    onShow({ panel: next })
  }
  const close = () => {
    const { current } = opener
    opener.current = null
    onSelect(new Set())
    onShow({ panel: undefined, node: undefined })
    onceDrawn(() => {
      if (current?.isConnected) current.focus()
      else focusNode(node)
    })
  }
  return {
    open,
    show,
    close,
    toggle: (next: CanvasPanel) => (open === next ? close() : show(next)),
    /** Shows a step's settings, whatever the panel shows. */
    showNode: (id: string) => {
      onSelect(new Set([id]))
      onShow({ node: id, panel: undefined })
    },
    /** Shows a step's settings and moves the focus to the first field. */
    inspect: (id: string) => {
      onShow({ node: id, panel: undefined })
      setInspects((times) => times + 1)
    },
  }
}
