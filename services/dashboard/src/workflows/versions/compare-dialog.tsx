import type { WorkflowGraph, WorkflowNode } from '@atrium/contracts'
import { toWords } from '@atrium/workflow-rules'
import { Button, Group, Modal, NativeSelect, Skeleton, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ReactFlowProvider } from '@xyflow/react'
import { useMemo, useState } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { FormAlert } from '../../ui/feedback/form-alert.tsx'
import { Problem } from '../../ui/feedback/problem.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Canvas } from '../canvas/canvas.tsx'
import type { PanelProps } from '../canvas/panel.tsx'
import { edgeId, findNode, type Palette } from '../graph/graph.ts'
import classes from './compare-dialog.module.css'
import {
  type Change,
  changedParams,
  compareEdges,
  compareGraphs,
  hasOtherNotes,
} from './compare-graphs.ts'
import { restoreMutation, versionQuery } from './version-queries.ts'

const words: Readonly<Record<Change, string>> = {
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
}
const ignore = () => {}
const readOnly = {
  onEdit: ignore,
  onChosen: ignore,
  onPlace: ignore,
  onDraw: ignore,
  onPutOn: ignore,
}

const present = 'now'
type Other = number | typeof present

export function CompareDialog({
  id,
  version: first,
  versions,
  graph,
  palette,
  onRestored,
  onClose,
}: Pick<PanelProps, 'id' | 'graph' | 'palette' | 'onRestored'> & {
  version: number
  versions: readonly number[]
  onClose: () => void
}) {
  const [version, setVersion] = useState(first)
  const [other, setOther] = useState<Other>(present)
  const left = useQuery(versionQuery(id, version))
  const right = useQuery({
    ...versionQuery(id, other === present ? version : other),
    enabled: other !== present,
  })
  const restore = useMutation(restoreMutation(useQueryClient(), id))
  const before = left.data?.graph
  const after = other === present ? graph : right.data?.graph
  const error = left.error ?? right.error
  const changes = useMemo(
    () => (before === undefined || after === undefined ? undefined : compareGraphs(before, after)),
    [before, after],
  )
  const options = versions.map((n) => ({ value: String(n), label: toTitle(n) }))
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Version ${version} and ${other === present ? 'now' : other}`}
      size="90%"
    >
      <FormAlert error={restore.error} />
      <div className={classes.choices}>
        <NativeSelect
          label="Earlier"
          data={options}
          value={version}
          onChange={({ currentTarget: { value } }) => setVersion(Number(value))}
        />
        <NativeSelect
          label="Later"
          data={[{ value: present, label: toTitle(present) }, ...options]}
          value={other}
          onChange={({ currentTarget: { value } }) =>
            setOther(value === present ? present : Number(value))
          }
        />
      </div>
      {error !== null && (
        <Problem
          error={error}
          onRetry={() => void Promise.all([left.refetch(), right.refetch()])}
        />
      )}
      {error === null && changes === undefined && <Skeleton h={420} />}
      {before !== undefined && after !== undefined && changes !== undefined && (
        <>
          <div className={classes.sides}>
            <Side
              key={version}
              title={toTitle(version)}
              graph={before}
              palette={palette}
              changes={changes}
            />
            <Side
              key={`${other} after`}
              title={toTitle(other)}
              graph={after}
              palette={palette}
              changes={changes}
            />
          </div>
          <Differences before={before} after={after} changes={changes} />
          <Group gap={8} wrap="nowrap" justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <BusyButton
              loading={restore.isPending}
              onClick={() =>
                restore.mutate(version, {
                  onSuccess: () => {
                    toast(`Version ${version} is saved again`)
                    onRestored()
                    onClose()
                  },
                })
              }
            >
              Restore version {version}
            </BusyButton>
          </Group>
        </>
      )}
    </Modal>
  )
}

const toTitle = (side: Other): string => (side === present ? 'Now' : `Version ${side}`)

interface DifferencesProps {
  readonly before: WorkflowGraph
  readonly after: WorkflowGraph
  readonly changes: ReadonlyMap<string, Change>
}

function Differences({ before, after, changes }: DifferencesProps) {
  const findName = (id: string) => (findNode(after, id) ?? findNode(before, id))?.name ?? id
  const edges = compareEdges(before, after)
  const otherNotes = hasOtherNotes(before, after)
  return (
    <Stack
      className="plain-list"
      component="ul"
      gap={4}
      m="16px 0"
      fz={13}
      miw={0}
      style={{ overflowWrap: 'anywhere' }}
      aria-label="Differences"
    >
      {changes.size === 0 && edges.length === 0 && !otherNotes && <li>Both are the same.</li>}
      {[...changes].map(([node, change]) => {
        const [old, now] = [findNode(before, node), findNode(after, node)]
        return (
          <li key={node} data-change={change}>
            <strong>{words[change]}</strong> <bdi>{findName(node)}</bdi>
            {old !== undefined && now !== undefined && (
              <span className="muted"> {changedParts(old, now).join(', ')}</span>
            )}
          </li>
        )
      })}
      {edges.map(({ edge, change }) => (
        <li key={edgeId(edge)}>
          <strong>{words[change]}</strong> the connection from <bdi>{findName(edge.from.node)}</bdi>{' '}
          to <bdi>{findName(edge.to.node)}</bdi>
        </li>
      ))}
      {otherNotes && (
        <li>
          <strong>{words.changed}</strong> the notes
        </li>
      )}
    </Stack>
  )
}

const changedParts = (before: WorkflowNode, after: WorkflowNode): readonly string[] => [
  ...(before.name === after.name ? [] : [toWords('name')]),
  ...changedParams(before, after).map(toWords),
]

interface SideProps {
  readonly title: string
  readonly graph: WorkflowGraph
  readonly palette: Palette
  readonly changes: ReadonlyMap<string, Change>
}

function Side({ title, graph, palette, changes }: SideProps) {
  const facts = useMemo(
    () => ({
      palette,
      changes,
      problems: new Map<string, string>(),
      layer: undefined,
      pins: undefined,
    }),
    [palette, changes],
  )
  return (
    <section style={{ minWidth: 0 }} aria-label={title}>
      <h3 className="small-title" style={{ marginBottom: 8 }}>
        {title}
      </h3>
      <div className={classes.stage}>
        <ReactFlowProvider>
          <Canvas
            graph={graph}
            facts={facts}
            select={undefined}
            isLocked
            label={title}
            {...readOnly}
          />
        </ReactFlowProvider>
      </div>
    </section>
  )
}
