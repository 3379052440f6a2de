import type { NodeDescriptor, TriedRun, WorkflowGraph } from '@atrium/contracts'
import { TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { late } from '../../platform/load-page.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { toast } from '../../ui/toast.ts'
import { copied, placed, readPasted } from '../graph/clipboard.ts'
import { addNodes, addNote, insertOnEdge, move, remove, removeAndJoin } from '../graph/edits.ts'
import { gap, nodeOf, type Palette, type Point } from '../graph/graph.ts'
import { drawNode, type Place } from '../graph/new-node.ts'
import { freeId } from '../graph/node-names.ts'
import { RunBar } from '../runs/run-bar.tsx'
import { isGoing, layerOf } from '../runs/run-layer.ts'
import { useRun } from '../runs/use-run.ts'
import { pinsQuery } from '../tries/try-queries.ts'
import type { ReadWorkflow } from '../workflow-queries.ts'
import type { CanvasSearch } from '../workflows-search.ts'
import { Canvas, type Chosen } from './canvas.tsx'
import classes from './editor.module.css'
import { EditorActions, EditorTools } from './editor-tools.tsx'
import { EmptyCanvas } from './empty-canvas.tsx'
import { SaveProblems } from './save-problems.tsx'
import { SidePanel } from './side-panel.tsx'
import { useCanvasKeys } from './use-canvas-keys.ts'
import { useEditor } from './use-editor.ts'
import { useProblems } from './use-problems.ts'
import { useReveal } from './use-reveal.ts'
import { useStored } from './use-stored.ts'

const PalettePanel = late(async () => (await import('./palette-panel.tsx')).PalettePanel)
const ConnectDialog = late(async () => (await import('./connect-dialog.tsx')).ConnectDialog)
const Inspector = late(async () => (await import('../inspector/inspector.tsx')).Inspector)

interface EditorProps {
  read: ReadWorkflow
  palette: Palette
  search: CanvasSearch
  onShow: (changed: Partial<CanvasSearch>) => void
}

const none: Chosen = { nodes: new Set(), edges: new Set() }

/** A workflow on its canvas: drawn, saved, activated, run and watched. */
export const WorkflowEditor = (props: EditorProps) => (
  <ReactFlowProvider>
    <Editing {...props} />
  </ReactFlowProvider>
)

function Editing({ read, palette, search, onShow }: EditorProps) {
  const { id, active } = read.workflow
  const narrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const editor = useEditor(read)
  const { edit } = editor
  const { graph, name } = editor.drawing
  const { layer: runLayer, error: runError } = useRun(id, search.run)
  const { data: pins } = useQuery(pinsQuery(id))
  // The layer of a try lies above the graph that it ran: the next edit takes it away.
  const [tried, setTried] = useState<{ readonly run: TriedRun; readonly graph: WorkflowGraph }>()
  const triedRun = search.run === undefined && tried?.graph === graph ? tried.run : undefined
  const triedLayer = useMemo(() => (triedRun === undefined ? undefined : layerOf(triedRun)), [triedRun])
  const layer = triedLayer ?? runLayer
  const stored = useStored(id, editor, (run) => onShow({ run, panel: undefined }))
  const problems = useProblems(graph, palette)
  const facts = useMemo(
    () => ({ palette, problems: problems.first, layer, pins }),
    [palette, problems.first, layer, pins],
  )
  const [chosen, setChosen] = useState(none)
  const [select, setSelect] = useState<ReadonlySet<string> | undefined>(() =>
    search.node === undefined ? undefined : new Set([search.node]),
  )
  const [place, setPlace] = useState<Place>()
  const [connects, setConnects] = useState(false)
  const { screenToFlowPosition, fitView } = useReactFlow()
  const [fits, setFits] = useState(0)
  // The whole graph is shown after it was arranged, when a run is laid over it, and in a window of another kind.
  useEffect(() => {
    if (fits === 0 && search.run === undefined && !narrow) return undefined
    const frame = requestAnimationFrame(() => {
      requestAnimationFrame(() => void fitView({ maxZoom: 1, padding: 0.2 }))
    })
    return () => cancelAnimationFrame(frame)
  }, [fits, narrow, search.run, fitView])
  // A run is a layer above the graph: edits wait until it is closed.
  const isLocked = narrow || search.run !== undefined

  const show = useCallback(
    (now: Chosen) => {
      setChosen(now)
      const [only] = now.nodes
      const node = now.nodes.size === 1 ? only : undefined
      if (node !== search.node) onShow({ node })
    },
    [onShow, search.node],
  )
  const middle = (): Point => {
    const stage = document.querySelector('[data-stage]')?.getBoundingClientRect()
    if (stage === undefined) return { x: 0, y: 0 }
    return screenToFlowPosition({ x: stage.left + stage.width / 2, y: stage.top + stage.height / 2 })
  }
  const openPalette = () => {
    const [only] = chosen.nodes
    setPlace(chosen.nodes.size === 1 && only !== undefined ? { behind: only } : { at: middle() })
  }
  const draw = (type: string, where: Place) => {
    const descriptor: NodeDescriptor | undefined = palette.get(type)
    if (descriptor === undefined) return
    const { node, edit: drawn } = drawNode(graph, descriptor, where, palette)
    edit(drawn)
    setSelect(new Set([node.id]))
    // The next one of the same visit goes behind it.
    setPlace((old) => (old === undefined ? old : { behind: node.id }))
  }
  const removeChosen = () => {
    const { nodes, edges } = chosen
    if (nodes.size === 0 && edges.size === 0) return
    const [only] = nodes
    edit(
      nodes.size === 1 && edges.size === 0 && only !== undefined ? removeAndJoin(only) : remove(nodes, edges),
    )
  }
  const add = (text: string, at: Point): boolean => {
    const part = readPasted(text)
    if (part === undefined) return false
    const { nodes, edges, notes = [] } = placed(part, graph, at)
    edit(addNodes(nodes, edges, notes))
    setSelect(new Set([...nodes, ...notes].map((each) => each.id)))
    return true
  }
  const arrange = async () => {
    const { arranged } = await import('../graph/layout.ts')
    const sizes = new Map(
      [...document.querySelectorAll<HTMLElement>('.react-flow__node')].map((element) => [
        element.dataset['id'] ?? '',
        { width: element.offsetWidth, height: element.offsetHeight },
      ]),
    )
    edit(move(arranged(graph, sizes)))
    setFits((times) => times + 1)
  }
  const keys = {
    undo: editor.undo,
    redo: editor.redo,
    save: () =>
      void stored
        .store()
        .then((done) => (done && editor.isDirty ? toast('The workflow is saved') : undefined)),
    add: openPalette,
    connect: () => setConnects(chosen.nodes.size === 1),
    arrange: () => void arrange(),
    note: () => {
      const id = freeId(new Set([...graph.nodes, ...(graph.notes ?? [])].map((each) => each.id)))
      const { x, y } = middle()
      edit(addNote({ id, text: '', position: { x: Math.round(x), y: Math.round(y) } }))
      setSelect(new Set([id]))
    },
    duplicate: () => {
      const first = graph.nodes.find((node) => chosen.nodes.has(node.id))
      if (first === undefined) return
      const { x, y } = first.position
      add(copied(graph, chosen.nodes), { x: x + gap.y, y: y + gap.x })
    },
    chooseAll: () => setSelect(new Set([...graph.nodes, ...(graph.notes ?? [])].map((each) => each.id))),
    remove: removeChosen,
    inspect: () => {
      const [only] = chosen.nodes
      if (chosen.nodes.size === 1) onShow({ node: only })
      document.querySelector<HTMLElement>('[data-inspector] input, [data-inspector] textarea')?.focus()
    },
    copy: () => (chosen.nodes.size === 0 ? undefined : copied(graph, chosen.nodes)),
    paste: (text: string) => add(text, middle()),
  }
  useCanvasKeys(keys, isLocked)
  const stage = useRef<HTMLDivElement>(null)
  useReveal(stage, chosen.nodes.size === 1 ? [...chosen.nodes][0] : undefined)
  const inspected = search.node === undefined ? undefined : nodeOf(graph, search.node)
  const [only] = chosen.nodes
  const source = only === undefined ? undefined : nodeOf(graph, only)
  return (
    <div className={classes.editor}>
      <PageHeader title={name}>
        <EditorActions
          id={id}
          active={active}
          problems={problems.all}
          isLocked={isLocked}
          editor={editor}
          stored={stored}
          onNode={(node) => setSelect(new Set([node]))}
          onPanel={(panel) => {
            setPlace(undefined)
            onShow({ panel: search.panel === panel ? undefined : panel })
          }}
        />
      </PageHeader>
      {!narrow && (
        <EditorTools
          keys={keys}
          isLocked={isLocked}
          canUndo={editor.canUndo}
          canRedo={editor.canRedo}
          chosen={chosen}
        >
          <TextInput
            className={classes.name}
            variant="unstyled"
            aria-label="Name of the workflow"
            maxLength={200}
            dir="auto"
            disabled={isLocked}
            value={name}
            onChange={(event) => {
              const typed = event.currentTarget.value
              editor.draw((drawing) => ({ ...drawing, name: typed }), 'name')
            }}
          />
        </EditorTools>
      )}
      <SaveProblems stored={stored} onNode={(node) => setSelect(new Set([node]))} graph={graph} />
      {search.run !== undefined && (
        <RunBar
          layer={layer}
          error={runError}
          onCancel={() => search.run !== undefined && stored.cancel(search.run)}
          onAgain={() => void stored.run()}
          onClose={() => onShow({ run: undefined })}
        />
      )}
      <div className={classes.room}>
        <div ref={stage} className={classes.stage} data-stage tabIndex={-1}>
          <Canvas
            graph={graph}
            facts={facts}
            select={select}
            isLocked={isLocked}
            onEdit={edit}
            onChosen={show}
            onPlace={setPlace}
            onDraw={draw}
            onPutOn={(node, edge) => {
              const existing = nodeOf(graph, node)
              if (existing === undefined) return
              const output = palette.get(existing.type)?.outputs[0]
              edit((now) => insertOnEdge(nodeOf(now, node) ?? existing, edge, output)(now), 'move')
            }}
          />
          {graph.nodes.length === 0 && !isLocked && (
            <EmptyCanvas
              palette={palette}
              onDraw={(type) => draw(type, { at: middle() })}
              onMore={openPalette}
            />
          )}
        </div>
        <Suspense>
          {place !== undefined && !isLocked && (
            <PalettePanel
              palette={palette}
              hint={hintOf(place, (node) => nodeOf(graph, node)?.name)}
              onAdd={(type) => draw(type, place)}
              onClose={() => setPlace(undefined)}
            />
          )}
          {inspected !== undefined && (
            <Inspector
              key={inspected.id}
              workflowId={id}
              node={inspected}
              graph={graph}
              palette={palette}
              fields={problems.fields.get(inspected.id)}
              run={layer?.nodes.get(inspected.id)}
              runId={
                triedLayer === undefined && runLayer !== undefined && !isGoing(runLayer.header)
                  ? search.run
                  : undefined
              }
              isPinned={pins?.has(inspected.id) === true}
              onRun={(run) => onShow({ run })}
              isLocked={isLocked}
              onEdit={edit}
              onConnect={() => setConnects(true)}
              onClose={() => setSelect(new Set())}
            />
          )}
          <SidePanel
            panel={search.panel}
            id={id}
            graph={graph}
            palette={palette}
            problems={problems.all}
            chosen={source?.id}
            run={search.run}
            tried={triedRun}
            onRun={(run) => onShow({ run })}
            onTried={(run) => {
              setTried({ run, graph })
              onShow({ run: undefined })
            }}
            onNode={(node) => setSelect(new Set([node]))}
            onPanel={(panel) => {
              if (search.panel === 'try') setTried(undefined)
              onShow({ panel })
            }}
          />
          {connects && source !== undefined && (
            <ConnectDialog
              graph={graph}
              palette={palette}
              source={source}
              onEdit={edit}
              onClose={() => setConnects(false)}
            />
          )}
        </Suspense>
      </div>
    </div>
  )
}

function hintOf(place: Place, nameOf: (id: string) => string | undefined): string {
  if ('edge' in place) return 'It goes between the two nodes of the edge.'
  if ('behind' in place) return `It follows “${nameOf(place.behind) ?? ''}”. Drag it to put it elsewhere.`
  return 'Click, press Enter or drag it to the canvas.'
}
