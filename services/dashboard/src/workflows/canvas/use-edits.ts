import type { NodeDescriptor, WorkflowGraph } from '@atrium/contracts'
import { listUses } from '@atrium/workflow-rules'
import { useReactFlow } from '@xyflow/react'
import { useCallback, useState } from 'react'
import { toast } from '../../ui/feedback/toast.tsx'
import { copied, freeCorner, measurePart, placed, readPasted } from '../graph/clipboard.ts'
import { addNodes, addNote, insertOnEdge, move, remove, removeAndJoin } from '../graph/edits.ts'
import { findNode, gap, type Palette, type Point } from '../graph/graph.ts'
import { drawNode, type Place } from '../graph/new-node.ts'
import { freeId } from '../graph/node-names.ts'
import type { Chosen } from './canvas.tsx'
import { focusNode } from './focus-node.ts'
import type { Editor } from './saving/use-editor.ts'
import { useRevealAdded } from './use-refit.ts'

export interface Removal {
  readonly uses: ReturnType<typeof listUses>
  readonly confirm: () => void
}

interface EditsOptions {
  readonly editor: Editor
  readonly palette: Palette
  readonly chosen: Chosen
  readonly onChoose: (ids: ReadonlySet<string>) => void
  readonly onInspect: (node: string) => void
  readonly onSave: () => void
}

/**
 * Returns the user's edits: with the keys and tools of the canvas, from the palette, and by drag
 * and drop.
 */
export function useEdits({ editor, palette, chosen, onChoose, onInspect, onSave }: EditsOptions) {
  const { edit } = editor
  const { graph } = editor.drawing
  /** Where the next step goes. Undefined while the list of steps is closed. */
  const [place, setPlace] = useState<Place>()
  const [connects, setConnects] = useState(false)
  /** The steps to remove after a confirmation, because other steps use them. */
  const [removal, setRemoval] = useState<Removal>()
  const [added, setAdded] = useState<ReadonlySet<string>>()
  useRevealAdded(added)
  const [arranges, setArranges] = useState(0)
  const { screenToFlowPosition } = useReactFlow()
  const drawn = () => [...graph.nodes, ...(graph.notes ?? [])]
  const [first] = chosen.nodes
  const only = chosen.nodes.size === 1 ? first : undefined
  const middle = (): Point => {
    const stage = document.querySelector('[data-stage]')?.getBoundingClientRect()
    if (stage === undefined) return { x: 0, y: 0 }
    return screenToFlowPosition({
      x: stage.left + stage.width / 2,
      y: stage.top + stage.height / 2,
    })
  }
  const draw = (type: string, where: Place) => {
    const descriptor: NodeDescriptor | undefined = palette.get(type)
    if (descriptor === undefined) return
    const { node, edit: added } = drawNode(graph, descriptor, where, palette)
    edit(added)
    onChoose(new Set([node.id]))
    setPlace(undefined)
    // From here, one key opens the list for the next step.
    focusNode(node.id)
  }
  const add = (part: WorkflowGraph, wanted: Point) => {
    const { nodes, edges, notes = [] } = placed(part, graph, freeCorner(part, graph, wanted))
    edit(addNodes(nodes, edges, notes))
    const added = new Set([...nodes, ...notes].map(({ id }) => id))
    onChoose(added)
    setAdded(added)
  }
  const keys = {
    undo: editor.undo,
    redo: editor.redo,
    save: onSave,
    add: () => setPlace(only === undefined ? { at: middle() } : { behind: only }),
    connect: () => setConnects(only !== undefined && findNode(graph, only) !== undefined),
    arrange: () =>
      void import('../graph/layout.ts').then(({ arranged }) => {
        edit(move(arranged(graph, sizesOnCanvas())))
        setArranges((times) => times + 1)
      }),
    note: () => {
      const id = freeId(new Set(drawn().map((each) => each.id)))
      const { x, y } = middle()
      edit(addNote({ id, text: '', position: { x: Math.round(x), y: Math.round(y) } }))
      onChoose(new Set([id]))
    },
    duplicate: () => {
      const one = drawn().find(({ id }) => chosen.nodes.has(id))
      if (one === undefined) return
      const { x, y } = one.position
      const part = readPasted(copied(graph, chosen.nodes))
      if (part !== undefined) add(part, { x: x + gap.y, y: y + gap.x })
    },
    chooseAll: () => onChoose(new Set(drawn().map(({ id }) => id))),
    remove: () => {
      const { nodes, edges } = chosen
      if (nodes.size + edges.size === 0) return
      const done =
        only !== undefined && edges.size === 0 ? removeAndJoin(only) : remove(nodes, edges)
      const uses = listUses(graph, nodes)
      if (uses.length === 0) edit(done)
      else setRemoval({ uses, confirm: () => edit(done) })
    },
    inspect: () => {
      if (only !== undefined) onInspect(only)
    },
    isChosen: (node: string) => node === only,
    copy: () => {
      if (chosen.nodes.size === 0) return undefined
      toast('Copied')
      return copied(graph, chosen.nodes)
    },
    paste: (text: string) => {
      const part = readPasted(text)
      if (part === undefined) return false
      const { x, y } = middle()
      const { width, height } = measurePart(part)
      add(part, { x: x - width / 2, y: y - height / 2 })
      return true
    },
  }
  const putOn = useCallback(
    (id: string, edge: string) =>
      edit((now) => {
        const node = findNode(now, id)
        return node === undefined
          ? now
          : insertOnEdge(node, edge, palette.get(node.type)?.outputs[0])(now)
      }, 'move'),
    [edit, palette],
  )
  const dialogs = { connects, setConnects, removal, closeRemoval: () => setRemoval(undefined) }
  return { keys, place, setPlace, dialogs, arranges, middle, draw, putOn }
}

export type CanvasKeys = ReturnType<typeof useEdits>['keys']

const sizesOnCanvas = () =>
  new Map(
    [...document.querySelectorAll<HTMLElement>('.react-flow__node')].map((element) => [
      element.dataset['id'] ?? '',
      { width: element.offsetWidth, height: element.offsetHeight },
    ]),
  )
