import '@xyflow/react/dist/base.css'
import type { WorkflowGraph } from '@atrium/contracts'
import {
  applyEdgeChanges,
  applyNodeChanges,
  Background,
  type Connection,
  type IsValidConnection,
  MarkerType,
  MiniMap,
  type OnConnectEnd,
  type OnEdgesChange,
  type OnNodeDrag,
  type OnNodesChange,
  ReactFlow,
  SelectionMode,
  useReactFlow,
} from '@xyflow/react'
import { type DragEvent, useCallback, useEffect, useMemo, useState } from 'react'
import {
  closesCircle,
  connect,
  type Edit,
  inTurn,
  move,
  remove,
  writeNote,
} from '../graph/edits.ts'
import { nodeSize, type Point } from '../graph/graph.ts'
import type { Place } from '../graph/new-node.ts'
import classes from './canvas.module.css'
import { type DrawnNode, type Facts, flowEdges, flowNodes, type LinkEdge } from './steps/flow.ts'
import { EditContext, Link } from './steps/link.tsx'
import { Note } from './steps/note.tsx'
import { Step } from './steps/step.tsx'
import { fitOptions, ZoomTools } from './zoom-tools.tsx'

const nodeTypes = { step: Step, note: Note }
const edgeTypes = { link: Link }
const ariaLabels = {
  'node.a11yDescription.default':
    'Press Enter or the space bar to choose the step. Then move it with the arrow keys, press L to connect it, the slash key to add a step after it, or Delete to remove it.',
  'edge.a11yDescription.default':
    'Press Enter or the space bar to choose the connection, then Delete to remove it.',
}
const edgeDefaults = { markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16 } }

/** A map is shown from this many nodes. A smaller graph needs none. */
const mapFrom = 8

/**
 * Up to this number of nodes, the whole graph is rendered. A larger graph renders only its visible
 * elements. This makes each move slower.
 */
const drawnWholeTo = 500

export const dragType = 'application/x-atrium-node'

export interface Chosen {
  readonly nodes: ReadonlySet<string>
  readonly edges: ReadonlySet<string>
}

const edgeUnder = (element: Element | null): string | undefined =>
  element?.closest('.react-flow__edge')?.getAttribute('data-id') ??
  element?.closest('[data-edge]')?.getAttribute('data-edge') ??
  undefined

const chooseMapColour = (node: DrawnNode): string =>
  node.type === 'step' && node.data.run?.status === 'failed'
    ? 'var(--bad)'
    : 'var(--mantine-color-gray-5)'

const drawEdge = ({ source, sourceHandle, target, targetHandle }: Connection): Edit =>
  connect({
    from: { node: source, output: sourceHandle ?? 'main' },
    to: { node: target, input: targetHandle ?? 'main' },
  })

/** Draws the graph. Every change goes through `onEdit`. */
export function Canvas({
  graph,
  facts,
  select,
  isLocked,
  label = 'Canvas of the workflow',
  onEdit,
  onChosen,
  onPlace,
  onDraw,
  onPutOn,
  onPress,
}: {
  graph: WorkflowGraph
  facts: Facts
  /** The nodes to select. A new object selects them again. */
  select: ReadonlySet<string> | undefined
  isLocked: boolean
  label?: string
  onEdit: (edit: Edit, kind?: string) => void
  onChosen: (chosen: Chosen) => void
  onPlace: (place: Place) => void
  onDraw: (type: string, place: Place) => void
  onPutOn: (node: string, edge: string) => void
  /** Called if the user presses a step, also if it is already selected. */
  onPress?: (node: string) => void
}) {
  const { screenToFlowPosition } = useReactFlow()
  const inputs = useMemo(() => ({ graph, facts, select }), [graph, facts, select])
  const [flow, setFlow] = useState(() => ({
    inputs,
    nodes: chosenOnly(flowNodes([], graph, facts), select),
    edges: flowEdges([], graph, facts),
  }))
  let shown = flow
  if (flow.inputs !== inputs) {
    const nodes = flowNodes(flow.nodes, graph, facts)
    const isNew = flow.inputs.select !== select
    shown = {
      inputs,
      nodes: isNew ? chosenOnly(nodes, select) : nodes,
      edges: flowEdges(flow.edges, graph, facts),
    }
    setFlow(shown)
  }
  const { nodes, edges } = shown
  const chosen = useMemo(
    () => ({
      nodes: new Set(nodes.filter(({ selected }) => selected).map(({ id }) => id)),
      edges: new Set(edges.filter(({ selected }) => selected).map(({ id }) => id)),
    }),
    [nodes, edges],
  )
  const key = JSON.stringify([[...chosen.nodes], [...chosen.edges]])
  // Report each selection once.
  useEffect(() => onChosen(chosen), [key])
  const [over, setOver] = useState<string>()

  // A new function on each render would be passed to every node with each move of the pointer.
  const changeNodes: OnNodesChange<DrawnNode> = useCallback(
    (changes) => {
      setFlow((old) => ({ ...old, nodes: applyNodeChanges(changes, old.nodes) }))
      const places = new Map<string, Point>()
      for (const change of changes) {
        if (
          change.type === 'position' &&
          change.dragging === false &&
          change.position !== undefined
        ) {
          places.set(change.id, change.position)
        }
      }
      if (places.size > 0) onEdit(move(places), 'move')
    },
    [onEdit],
  )
  const changeEdges: OnEdgesChange<LinkEdge> = useCallback(
    (changes) => setFlow((old) => ({ ...old, edges: applyEdgeChanges(changes, old.edges) })),
    [],
  )
  const drawConnection = useCallback(
    (connection: Connection) => onEdit(drawEdge(connection)),
    [onEdit],
  )
  const redraw = useCallback(
    (edge: LinkEdge, connection: Connection) =>
      onEdit(inTurn(remove(new Set(), new Set([edge.id])), drawEdge(connection))),
    [onEdit],
  )
  const isValid: IsValidConnection<LinkEdge> = useCallback(
    ({ source, target }) => source !== target && !closesCircle(graph, source, target),
    [graph],
  )
  const endConnect: OnConnectEnd = useCallback(
    (event, { isValid: isDrawn, fromNode, fromHandle, toNode }) => {
      if (isDrawn === true || toNode !== null || fromNode === null || fromHandle?.type !== 'source')
        return
      if (!(event.target instanceof Element) || event.target.closest('.react-flow__pane') === null)
        return
      onPlace({ behind: fromNode.id, output: fromHandle.id ?? 'main' })
    },
    [onPlace],
  )
  const endDrag: OnNodeDrag<DrawnNode> = useCallback(
    (_event, node) => {
      const isAlone = !graph.edges.some(
        ({ from, to }) => from.node === node.id || to.node === node.id,
      )
      if (!isAlone || node.type === 'note') return
      if (node.data.descriptor?.category === 'trigger') return
      const edge = edgeBelow(node.id)
      if (edge !== undefined) onPutOn(node.id, edge)
    },
    [graph, onPutOn],
  )
  const drawnEdges = useMemo(
    () =>
      over === undefined
        ? edges
        : edges.map((edge) => (edge.id === over ? { ...edge, selected: true } : edge)),
    [edges, over],
  )
  const dropped = (event: DragEvent) => {
    setOver(undefined)
    const type = event.dataTransfer.getData(dragType)
    if (type === '') return
    event.preventDefault()
    const point = screenToFlowPosition({ x: event.clientX, y: event.clientY })
    const at = { x: point.x - nodeSize.width / 2, y: point.y - nodeSize.height / 2 }
    const edge = edgeUnder(event.target as Element)
    onDraw(type, edge === undefined ? { at } : { edge, at })
  }
  const edits = useMemo(
    () =>
      isLocked
        ? undefined
        : {
            insert: (edge: string) => onPlace({ edge }),
            extend: (behind: string, output: string) => onPlace({ behind, output }),
            write: (id: string, text: string) => onEdit(writeNote(id, text), `note ${id}`),
          },
    [isLocked, onPlace, onEdit],
  )
  return (
    <EditContext value={edits}>
      <ReactFlow<DrawnNode, LinkEdge>
        className={classes.canvas ?? ''}
        aria-label={label}
        data-over={over !== undefined}
        nodes={nodes}
        edges={drawnEdges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        defaultEdgeOptions={edgeDefaults}
        onNodesChange={changeNodes}
        onEdgesChange={changeEdges}
        onConnect={drawConnection}
        onConnectEnd={endConnect}
        onReconnect={redraw}
        isValidConnection={isValid}
        onNodeDragStop={endDrag}
        onNodeClick={(_event, { id }) => onPress?.(id)}
        onDragOver={(event) => {
          if (isLocked || !event.dataTransfer.types.includes(dragType)) return
          event.preventDefault()
          event.dataTransfer.dropEffect = 'copy'
          setOver(edgeUnder(event.target as Element))
        }}
        onDragLeave={() => setOver(undefined)}
        onDrop={dropped}
        nodesDraggable={!isLocked}
        nodesConnectable={!isLocked}
        edgesReconnectable={!isLocked}
        deleteKeyCode={null}
        ariaLabelConfig={ariaLabels}
        selectionMode={SelectionMode.Partial}
        panOnScroll
        zoomOnDoubleClick={false}
        minZoom={0.1}
        maxZoom={2}
        onlyRenderVisibleElements={nodes.length > drawnWholeTo}
        fitView
        fitViewOptions={fitOptions}
      >
        <Background gap={24} size={1} />
        <ZoomTools />
        {nodes.length >= mapFrom && (
          <MiniMap<DrawnNode>
            pannable
            zoomable
            ariaLabel="Map of the workflow"
            className={classes.map ?? ''}
            nodeBorderRadius={12}
            nodeColor={chooseMapColour}
          />
        )}
      </ReactFlow>
    </EditContext>
  )
}

const chosenOnly = (nodes: DrawnNode[], chosen: ReadonlySet<string> | undefined): DrawnNode[] =>
  chosen === undefined
    ? nodes
    : nodes.map((node) => {
        const selected = chosen.has(node.id)
        return (node.selected ?? false) === selected ? node : { ...node, selected }
      })

function edgeBelow(id: string): string | undefined {
  const box = document
    .querySelector(`.react-flow__node[data-id="${CSS.escape(id)}"]`)
    ?.getBoundingClientRect()
  if (box === undefined) return undefined
  const below = document.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2)
  return below.map(edgeUnder).find((edge) => edge !== undefined)
}
