import type { TriedRun, WorkflowGraph } from '@atrium/contracts'
import { ActionIcon, Box, Flex } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useListSearch } from '../../platform/drafts/list-memory.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { findNode, type Palette } from '../graph/graph.ts'
import { eventTypesQuery } from '../palette-queries.ts'
import { RunBar } from '../runs/run-bar.tsx'
import { isGoing, toLayer } from '../runs/run-layer.ts'
import { useNewestRun } from '../runs/use-newest-run.ts'
import { useRun } from '../runs/use-run.ts'
import { useRunNotice } from '../runs/use-run-notice.ts'
import { useRunQuestion } from '../runs/use-run-question.tsx'
import { pinsQuery } from '../tries/try-queries.ts'
import { waitingCountQuery } from '../waiting/waiting-queries.ts'
import type { ReadWorkflow } from '../workflow-queries.ts'
import type { CanvasSearch } from '../workflows-search.ts'
import { Canvas, type Chosen } from './canvas.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { EditorActions, EditorTools } from './editor-tools.tsx'
import { EmptyCanvas } from './empty-canvas.tsx'
import { NameField } from './name-field.tsx'
import { onceDrawn } from './once-drawn.ts'
import { OpenPanel } from './open-panel.tsx'
import { describePlace } from './palette/describe-place.ts'
import { StepList } from './palette/step-list.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { SaveProblems } from './saving/save-problems.tsx'
import { useEditor } from './saving/use-editor.ts'
import { useSavedElsewhere } from './saving/use-saved-elsewhere.ts'
import { useStored } from './saving/use-stored.ts'
import { SidePanel } from './side-panel.tsx'
import { useCanvasKeys } from './use-canvas-keys.ts'
import { useEdits } from './use-edits.ts'
import { usePanels } from './use-panels.ts'
import { useProblems } from './use-problems.ts'
import { useRefit } from './use-refit.ts'
import { fitOptions } from './zoom-tools.tsx'

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
  useRunNotice(newest.runId, search.run === undefined && editor.isDirty, onShow)
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
  useSavedElsewhere(read, editor, stored)
  const { run, question } = useRunQuestion({ id, graph, palette, stored })
  const problems = useProblems(graph, palette)
  const { data: events } = useQuery(eventTypesQuery)
  const facts = useMemo(
    () => ({ palette, events, problems: problems.first, layer, pins }),
    [palette, events, problems.first, layer, pins],
  )
  const [chosen, setChosen] = useState(none)
  const [select, setSelect] = useState<ReadonlySet<string> | undefined>(() =>
    search.node === undefined ? undefined : new Set([search.node]),
  )
  const { fitView } = useReactFlow()
  // If a run is shown above the graph, edits must wait until the run is closed.
  const isLocked = narrow || search.run !== undefined

  const inspected = search.node === undefined ? undefined : findNode(graph, search.node)
  const panels = usePanels({
    search,
    hasNode: inspected !== undefined,
    onShow,
    onSelect: setSelect,
  })
  const { open } = panels
  const { data: waits } = useQuery(waitingCountQuery(id))

  const show = useCallback(
    (now: Chosen) => {
      setChosen(now)
      const [only] = now.nodes
      const node = now.nodes.size === 1 ? only : undefined
      if (node === search.node) return
      // A selected step opens its settings. Without a step there are no settings to show.
      const closes = node !== undefined || search.panel === 'settings'
      onShow({ node, ...(closes && { panel: undefined }) })
    },
    [onShow, search.node, search.panel],
  )
  const { keys, place, setPlace, dialogs, arranges, middle, draw, putOn } = useEdits({
    editor,
    palette,
    chosen,
    onChoose: setSelect,
    onInspect: panels.inspect,
    onSave: () =>
      void stored
        .store()
        .then((done) => (done && editor.isDirty ? toast('The workflow is saved') : undefined)),
  })
  useCanvasKeys(keys, isLocked)
  // Show the whole graph after it was arranged, when a run or try is shown above it, and when the
  // window becomes narrow or wide.
  useEffect(() => {
    const shows = search.run !== undefined || triedRun !== undefined
    if (arranges === 0 && !shows && !narrow) return undefined
    return onceDrawn(() => void fitView(fitOptions))
  }, [arranges, narrow, search.run, triedRun, fitView])
  const closeList = useCallback(() => setPlace(undefined), [setPlace])
  const stage = useRef<HTMLDivElement>(null)
  const [first] = chosen.nodes
  useRefit(stage, chosen.nodes.size === 1 ? first : undefined)
  const source = first === undefined ? undefined : findNode(graph, first)
  const shared = {
    id,
    graph,
    palette,
    isLocked,
    problems: problems.all,
    onEdit: edit,
    onNode: panels.showNode,
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
          waiting={waits?.total ?? 0}
          onRun={run}
          onPanel={panels.toggle}
        />
      </PageHeader>
      {narrow && (
        <Box
          className="flush quiet firm"
          component="p"
          p="6px 16px"
          bg="var(--sunken)"
          fz={13}
          style={{ borderBottom: '1px solid var(--line)' }}
          role="note"
        >
          You can look at the workflow here. Open it on a larger screen to change it.
        </Box>
      )}
      {!isLocked && <EditorTools keys={keys} editor={editor} chosen={chosen} />}
      <SaveProblems {...shared} stored={stored} />
      {shownRun !== undefined && triedRun === undefined && (
        <RunBar
          {...shared}
          layer={layer}
          error={runError}
          inspected={search.node}
          onCancel={() => stored.cancel(shownRun)}
          onAgain={run}
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
            onPress={(node) => {
              if (node === search.node && search.panel !== undefined) onShow({ panel: undefined })
            }}
          />
          {graph.nodes.length === 0 && (
            <EmptyCanvas
              {...shared}
              onDraw={(type) => draw(type, { at: middle() })}
              onMore={keys.add}
            />
          )}
        </Box>
        {place !== undefined && !isLocked && (
          <StepList
            palette={palette}
            hint={describePlace(place, graph)}
            follows={!('at' in place)}
            onAdd={(type) => draw(type, place)}
            onClose={closeList}
          />
        )}
        {open !== undefined && (
          <SidePanel
            open={open}
            hasWaiting={waits !== undefined && waits.total > 0}
            onPanel={panels.show}
            onClose={() => {
              setTried(undefined)
              panels.close()
            }}
          >
            <OpenPanel
              {...shared}
              open={open}
              inspected={
                inspected && {
                  node: inspected,
                  fields: problems.fields.get(inspected.id),
                  run: layer?.nodes.get(inspected.id),
                  isTry: triedLayer !== undefined,
                  runId:
                    triedLayer === undefined && runLayer !== undefined && !isGoing(runLayer.header)
                      ? shownRun
                      : undefined,
                  isPinned: pins?.has(inspected.id) === true,
                }
              }
              chosen={source?.id}
              run={search.run}
              tried={triedRun}
              onTried={(run) => {
                setTried({ run, graph })
                onShow({ run: undefined })
              }}
              onRestored={() => void stored.takeTheirs()}
              onPanel={panels.show}
              onConnect={() => dialogs.setConnects(true)}
            />
          </SidePanel>
        )}
        {question}
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
