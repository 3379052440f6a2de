import type { WorkflowGraph } from '@atrium/contracts'
import { Button, Modal, Skeleton } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ReactFlowProvider } from '@xyflow/react'
import { useMemo } from 'react'
import { FormAlert } from '../../ui/form-alert.tsx'
import { Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toast.ts'
import { Canvas } from '../canvas/canvas.tsx'
import type { Palette } from '../graph/graph.ts'
import { wordsOf } from '../graph/problems.ts'
import classes from './compare-dialog.module.css'
import { type Change, changedParams, compareGraphs } from './compare-graphs.ts'
import { restoreMutation, versionQuery } from './version-queries.ts'

const words: Readonly<Record<Change, string>> = { added: 'Added', removed: 'Removed', changed: 'Changed' }
const ignore = () => {}

/** A saved graph beside the graph as it is now, with the nodes in which they differ. */
export function CompareDialog({
  id,
  version,
  graph,
  palette,
  onClose,
}: {
  id: string
  version: number
  graph: WorkflowGraph
  palette: Palette
  onClose: () => void
}) {
  const { data, error, refetch } = useQuery(versionQuery(id, version))
  const restore = useMutation(restoreMutation(useQueryClient(), id))
  const changes = useMemo(
    () => (data === undefined ? undefined : compareGraphs(data.graph, graph)),
    [data, graph],
  )
  return (
    <Modal opened onClose={onClose} title={`Version ${version} and now`} size="90%">
      <FormAlert error={restore.error} />
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton h={420} />}
      {data !== undefined && changes !== undefined && (
        <>
          <div className={classes.sides}>
            <Side title={`Version ${version}`} graph={data.graph} palette={palette} changes={changes} />
            <Side title="Now" graph={graph} palette={palette} changes={changes} />
          </div>
          <ul className={classes.changes} aria-label="Differences">
            {changes.size === 0 && <li>The nodes are the same.</li>}
            {[...changes].map(([node, change]) => {
              const before = data.graph.nodes.find((each) => each.id === node)
              const after = graph.nodes.find((each) => each.id === node)
              return (
                <li key={node} data-change={change}>
                  <strong>{words[change]}</strong> <bdi>{(after ?? before)?.name}</bdi>
                  {before !== undefined && after !== undefined && (
                    <span> {changedParams(before, after).map(wordsOf).join(', ')}</span>
                  )}
                </li>
              )
            })}
          </ul>
          <div className={classes.foot}>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <Button
              loading={restore.isPending}
              onClick={() =>
                restore.mutate(version, {
                  onSuccess: () => {
                    toast(`Version ${version} is saved again`)
                    onClose()
                  },
                })
              }
            >
              Restore version {version}
            </Button>
          </div>
        </>
      )}
    </Modal>
  )
}

function Side({
  title,
  graph,
  palette,
  changes,
}: {
  title: string
  graph: WorkflowGraph
  palette: Palette
  changes: ReadonlyMap<string, Change>
}) {
  const facts = useMemo(
    () => ({ palette, changes, problems: new Map<string, string>(), layer: undefined, pins: undefined }),
    [palette, changes],
  )
  return (
    <section className={classes.side} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      <div className={classes.stage}>
        <ReactFlowProvider>
          <Canvas
            graph={graph}
            facts={facts}
            select={undefined}
            isLocked
            label={title}
            onEdit={ignore}
            onChosen={ignore}
            onPlace={ignore}
            onDraw={ignore}
            onPutOn={ignore}
          />
        </ReactFlowProvider>
      </div>
    </section>
  )
}
