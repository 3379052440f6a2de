import type { TriedRun, WorkflowGraph } from '@atrium/contracts'
import { ActionIcon, Box, Flex, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useListSearch } from '../../platform/drafts/list-memory.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { textField } from '../../ui/text/text-field.ts'
import { findNode, type Palette } from '../graph/graph.ts'
import type { Place } from '../graph/new-node.ts'
import { Inspector } from '../inspector/inspector.tsx'
import { RunBar } from '../runs/run-bar.tsx'
import { RunHistory } from '../runs/run-history.tsx'
import { isGoing, toLayer } from '../runs/run-layer.ts'
import { useNewestRun } from '../runs/use-newest-run.ts'
import { useRun } from '../runs/use-run.ts'
import { FirstSteps } from '../templates/first-steps.tsx'
import { TryPanel } from '../tries/try-panel.tsx'
import { pinsQuery } from '../tries/try-queries.ts'
import { VersionsPanel } from '../versions/versions-panel.tsx'
import { WaitingPanel } from '../waiting/waiting-panel.tsx'
import type { ReadWorkflow } from '../workflow-queries.ts'
import type { CanvasSearch } from '../workflows-search.ts'
import { Canvas, type Chosen } from './canvas.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import classes from './editor.module.css'
import { EditorActions, EditorTools } from './editor-tools.tsx'
import { EmptyCanvas } from './empty-canvas.tsx'
import { PalettePanel } from './palette/palette-panel.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { SaveProblems } from './saving/save-problems.tsx'
import { type Editor, useEditor } from './saving/use-editor.ts'
import { useStored } from './saving/use-stored.ts'
import { useCanvasKeys } from './use-canvas-keys.ts'
import { useEdits } from './use-edits.ts'
import { useProblems } from './use-problems.ts'
import { onceDrawn, useReveal } from './use-reveal.ts'
import { fitOptions } from './zoom-tools.tsx'

const sidePanels = {
  steps: FirstSteps,
  versions: VersionsPanel,
  try: TryPanel,
  runs: RunHistory,
  waiting: WaitingPanel,
}

interface EditorProps {
  read: ReadWorkflow
  draft: string
  palette: Palette
  search: CanvasSearch
  onShow: (changed: Partial<CanvasSearch>) => void
}

const none: Chosen = { nodes: new Set(), edges: new Set() }

export const WorkflowEditor = (props: EditorProps) => (
  <ReactFlowProvider>
    <Editing {...props} />
  </ReactFlowProvider>
)

function Editing({ read, draft, palette, search, onShow }: EditorProps) {
  const { id, active } = read
  const narrow = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })
  const editor = useEditor(read, draft)
  const { edit } = editor
  const back = useListSearch('/workflows')
  const { graph, name } = editor.drawing
  const newest = useNewestRun(id)
  // This run is shown above the stored graph without locking it. The next edit hides the run.
  const followed = search.run === undefined && !editor.isDirty ? newest.runId : undefined
  const shownRun = search.run ?? followed
  const { layer: runLayer, error: runError } = useRun(id, shownRun)
  const { data: pins } = useQuery(pinsQuery(id))
  // A try is shown above its own graph. The next edit hides the try.
  const [tried, setTried] = useState<{ readonly run: TriedRun; readonly graph: WorkflowGraph }>()
  const triedRun = search.run === undefined && tried?.graph === graph ? tried.run : undefined
  const triedLayer = useMemo(
    () => (triedRun === undefined ? undefined : toLayer(triedRun)),
    [triedRun],
  )
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
  const { fitView } = useReactFlow()
  // If a run is shown above the graph, edits must wait until the run is closed.
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
  const { keys, place, setPlace, dialogs, arranges, middle, draw, putOn } = useEdits({
    editor,
    palette,
    chosen,
    onChoose: setSelect,
    onInspect: (node) => onShow({ node }),
    onSave: () =>
      void stored
        .store()
        .then((done) => (done && editor.isDirty ? toast('The workflow is saved') : undefined)),
  })
  useCanvasKeys(keys, isLocked)
  // Show the whole graph after it was arranged, when a run is shown above it, and when the window
  // becomes narrow or wide.
  useEffect(() => {
    if (arranges === 0 && search.run === undefined && !narrow) return undefined
    return onceDrawn(() => void fitView(fitOptions))
  }, [arranges, narrow, search.run, fitView])
  const stage = useRef<HTMLDivElement>(null)
  const [first] = chosen.nodes
  useReveal(stage, chosen.nodes.size === 1 ? first : undefined)
  const inspected = search.node === undefined ? undefined : findNode(graph, search.node)
  const source = first === undefined ? undefined : findNode(graph, first)
  const SidePanel = search.panel && sidePanels[search.panel]
  const showPanel = (panel: CanvasSearch['panel']) => {
    if (search.panel === 'try') setTried(undefined)
    onShow({ panel })
  }
  const shared = {
    id,
    graph,
    palette,
    isLocked,
    problems: problems.all,
    onEdit: edit,
    onNode: (node: string) => setSelect(new Set([node])),
    onRun: (run: string) => onShow({ run }),
  }
  return (
    <div className="fill" style={{ position: 'relative' }}>
      <PageHeader
        title={name}
        back={
          <ActionIcon
            size={36}
            m="0 -12px 0 -10px"
            aria-label="All workflows"
            renderRoot={(props) => <Link {...props} to="/workflows" search={back} />}
          >
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
        }
        {...(isLocked ? {} : { field: <NameField name={name} onDraw={editor.draw} /> })}
      >
        <EditorActions
          {...shared}
          active={active}
          editor={editor}
          stored={stored}
          onPanel={(panel) => {
            setPlace(undefined)
            onShow({ panel: search.panel === panel ? undefined : panel })
          }}
        />
      </PageHeader>
      {narrow && (
        <p className={`flush quiet firm ${classes.readOnly}`} role="note">
          You can look at the workflow here. Open it on a larger screen to change it.
        </p>
      )}
      {!isLocked && <EditorTools keys={keys} editor={editor} chosen={chosen} />}
      <SaveProblems
        {...shared}
        stored={stored}
        onCompare={() => {
          stored.closeConflict()
          onShow({ panel: 'versions' })
        }}
      />
      {shownRun !== undefined && (
        <RunBar
          layer={layer}
          error={runError}
          inspected={search.node}
          onNode={shared.onNode}
          onCancel={() => stored.cancel(shownRun)}
          onAgain={() => void stored.run()}
          onClose={() => {
            newest.putAway()
            onShow({ run: undefined })
          }}
        />
      )}
      <Flex pos="relative" flex={1} mih={0} style={{ container: 'room / inline-size' }}>
        <Box
          ref={stage}
          className="grow"
          pos="relative"
          style={{ outline: 'none' }}
          data-stage
          tabIndex={-1}
        >
          <Canvas
            {...shared}
            facts={facts}
            select={select}
            onChosen={show}
            onPlace={setPlace}
            onDraw={draw}
            onPutOn={putOn}
          />
          {graph.nodes.length === 0 && !isLocked && (
            <EmptyCanvas
              {...shared}
              onDraw={(type) => draw(type, { at: middle() })}
              onMore={keys.add}
            />
          )}
        </Box>
        {place !== undefined && !isLocked && (
          <PalettePanel
            palette={palette}
            hint={describePlace(place, (node) => findNode(graph, node)?.name)}
            onAdd={(type) => draw(type, place)}
            onClose={() => setPlace(undefined)}
          />
        )}
        {inspected !== undefined && (
          <Inspector
            key={inspected.id}
            {...shared}
            node={inspected}
            fields={problems.fields.get(inspected.id)}
            run={layer?.nodes.get(inspected.id)}
            isTry={triedLayer !== undefined}
            runId={
              triedLayer === undefined && runLayer !== undefined && !isGoing(runLayer.header)
                ? search.run
                : undefined
            }
            isPinned={pins?.has(inspected.id) === true}
            onConnect={() => dialogs.setConnects(true)}
            onClose={() => setSelect(new Set())}
          />
        )}
        {SidePanel !== undefined && (
          <SidePanel
            {...shared}
            chosen={source?.id}
            run={search.run}
            tried={triedRun}
            onTried={(run) => {
              setTried({ run, graph })
              onShow({ run: undefined })
            }}
            onRestored={() => void stored.takeTheirs()}
            onPanel={showPanel}
            onClose={() => showPanel(undefined)}
          />
        )}
        {dialogs.connects && source !== undefined && (
          <ConnectDialog {...shared} source={source} onClose={() => dialogs.setConnects(false)} />
        )}
        {dialogs.removal !== undefined && (
          <RemoveDialog removal={dialogs.removal} onClose={dialogs.closeRemoval} />
        )}
      </Flex>
    </div>
  )
}

const NameField = ({ name, onDraw }: { name: string; onDraw: Editor['draw'] }) => (
  <TextInput
    className={classes.name}
    variant="unstyled"
    aria-label="Name of the workflow"
    maxLength={200}
    dir="auto"
    {...textField(name, (typed) => onDraw((drawing) => ({ ...drawing, name: typed }), 'name'))}
  />
)

function describePlace(place: Place, nameOf: (id: string) => string | undefined): string {
  if ('edge' in place) return 'It goes between these two steps.'
  if ('behind' in place)
    return `It follows “${nameOf(place.behind) ?? ''}”. Drag it to put it elsewhere.`
  return 'Click, press Enter or drag it to the canvas.'
}
