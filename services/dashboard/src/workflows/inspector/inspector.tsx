import type { NodeRun, WorkflowNode } from '@atrium/contracts'
import { listOutputs } from '@atrium/workflow-rules'
import { ActionIcon, Box, Button, Switch } from '@mantine/core'
import { IconArrowRight, IconLink, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { orgSettingsQuery } from '../../platform/records/settings.ts'
import { Panel, PanelBody, type PanelProps } from '../canvas/panel.tsx'
import {
  dropLostOutputs,
  type Edit,
  inTurn,
  remove,
  rename,
  renameOutput,
  setParam,
  setRunOnFailure,
} from '../graph/edits.ts'
import { outputWords } from '../graph/field-words.ts'
import { edgeId, findNode } from '../graph/graph.ts'
import { prepareNames } from '../graph/name-fields.ts'
import { eventTypesQuery } from '../palette-queries.ts'
import { NodeRunView } from '../runs/node-run-view.tsx'
import { latestRunQuery } from '../runs/run-queries.ts'
import { NodeActions } from '../tries/node-actions.tsx'
import { ConditionsField, toGroup } from './conditions-field.tsx'
import { prepareFinder } from './expressions/chips.ts'
import { sampleScope, upstreamFields } from './expressions/upstream-fields.ts'
import { FieldContext } from './field-context.ts'
import { type Field, listFields } from './fields.ts'
import { RulesField } from './list-fields.tsx'
import { NameInput } from './name-input.tsx'
import { ParamField } from './param-field.tsx'
import { ScheduleField } from './schedule-field.tsx'

interface InspectorProps extends Pick<PanelProps, 'id' | 'graph' | 'palette' | 'tried' | 'onRun'> {
  node: WorkflowNode
  fields: ReadonlyMap<string, string> | undefined
  run: NodeRun | undefined
  isTry: boolean
  runId: string | undefined
  isPinned: boolean
  isLocked: boolean
  onEdit: (edit: Edit, kind?: string) => void
  onConnect: () => void
}

export function Inspector(props: InspectorProps) {
  const {
    id: workflowId,
    node,
    graph,
    palette,
    tried,
    fields,
    run,
    isTry,
    runId,
    isPinned,
    isLocked,
    onRun,
    onEdit,
  } = props
  const descriptor = palette.get(node.type)
  const { data: events = [] } = useQuery(eventTypesQuery)
  const { data: latest } = useQuery(latestRunQuery(workflowId))
  const { data: settings } = useQuery(orgSettingsQuery)
  const locale = settings?.locale ?? 'en'
  const zone = settings?.timezone ?? 'UTC'
  const context = useMemo(() => {
    const place = { locale, zone }
    // The values of a try are the newest.
    const nodes = [...(latest?.nodes ?? []), ...(tried?.nodes ?? [])]
    const runs = new Map(nodes.map((each) => [each.nodeId, each]))
    const sources = { palette, events, runs, place }
    const upstream = upstreamFields(graph, node.id, sources)
    return {
      upstream,
      findField: prepareFinder(upstream),
      sample: sampleScope(graph, node.id, sources),
      place,
      locale,
      isLocked,
      problemOf: (path: string) => fields?.get(path),
    }
  }, [latest, tried, graph, node.id, palette, events, locale, zone, isLocked, fields])
  const words = useMemo(
    () => prepareNames(graph, { palette, events })(node.id),
    [graph, palette, events, node.id],
  )
  const shown = useMemo(
    () => (descriptor === undefined ? [] : listFields(descriptor.inputs)),
    [descriptor],
  )
  const isTrigger = descriptor?.category === 'trigger'
  return (
    <Panel
      title={descriptor?.label ?? node.type}
      aria-label={`Settings of ${node.name}`}
      data-inspector
      isTitled
    >
      <PanelBody>
        {run !== undefined && (
          <NodeRunView run={run} isTry={isTry} words={words} place={context.place}>
            <NodeActions
              workflowId={workflowId}
              run={run}
              runId={runId}
              isPinned={isPinned}
              onRun={onRun}
            />
          </NodeRunView>
        )}
        {run === undefined && isPinned && (
          <NodeActions
            workflowId={workflowId}
            run={{ nodeId: node.id }}
            runId={runId}
            isPinned={isPinned}
            onRun={onRun}
          />
        )}
        <p className="quiet">
          {descriptor?.description ?? 'This step is not available here. Its settings are kept.'}
        </p>
        <NameInput
          label="Name"
          dir="auto"
          maxLength={200}
          disabled={isLocked}
          name={node.name}
          taken={(name) => graph.nodes.some((other) => other.id !== node.id && other.name === name)}
          takenWords="Another step has this name"
          onKeep={(name) => onEdit(rename(node.id, name))}
        />
        <FieldContext value={context}>
          {shown.map((field) => (
            <Param key={field.key} {...props} field={field} />
          ))}
        </FieldContext>
        {!isTrigger && (
          <Switch
            label="Run when an earlier step fails"
            description="To tell somebody, or to clean up"
            disabled={isLocked}
            checked={node.runOnFailure === true}
            onChange={(event) => onEdit(setRunOnFailure(node.id, event.currentTarget.checked))}
          />
        )}
        <Edges {...props} />
      </PanelBody>
    </Panel>
  )
}

function Param({ node, palette, field, onEdit }: InspectorProps & { field: Field }) {
  const { id, params } = node
  const { key, edit } = field
  const set = (value: unknown) => onEdit(setParam(id, key, value), `${id}.${key}`)
  const value = params[key]
  if (edit.kind === 'group') {
    return (
      <ConditionsField
        group={toGroup(params)}
        path="conditions"
        onChange={({ combinator, conditions }) =>
          onEdit(
            inTurn(setParam(id, 'combinator', combinator), setParam(id, 'conditions', conditions)),
            `${id}.conditions`,
          )
        }
      />
    )
  }
  if (edit.kind === 'rules') {
    const descriptor = palette.get(node.type)
    return (
      <RulesField
        field={field}
        path={key}
        value={value}
        onRename={(before, name) => onEdit(renameOutput(id, before, name), `${id}.${key}`)}
        onChange={(rules) => {
          const outputs =
            descriptor === undefined ? [] : listOutputs(descriptor, { ...params, [key]: rules })
          onEdit(inTurn(setParam(id, key, rules), dropLostOutputs(id, outputs)), `${id}.${key}`)
        }}
      />
    )
  }
  if (edit.kind === 'cron') {
    const { tz } = params
    return (
      <ScheduleField
        field={field}
        path={key}
        value={value}
        tz={typeof tz === 'string' ? tz : 'UTC'}
        onChange={set}
      />
    )
  }
  return <ParamField field={field} path={key} value={value} onChange={set} />
}

function Edges({ node, graph, palette, isLocked, onEdit, onConnect }: InspectorProps) {
  const edges = graph.edges.filter(({ from }) => from.node === node.id)
  return (
    <Box className="stack" pt={16} style={{ borderTop: '1px solid var(--line)' }}>
      <h3 className="small-title">Leads to</h3>
      {edges.length === 0 && <p className="quiet">Nothing yet.</p>}
      {edges.map((edge) => {
        const target = findNode(graph, edge.to.node)
        return (
          <div key={edgeId(edge)} className="line" style={{ minHeight: 28 }}>
            <span className="quiet">
              {outputWords(edge.from.output, palette.get(node.type)?.outputs)}
            </span>
            <IconArrowRight size={14} aria-hidden />
            <span className="grow" dir="auto">
              {target?.name ?? 'A deleted step'}
            </span>
            <ActionIcon
              aria-label={`Remove the connection to ${target?.name ?? 'a deleted step'}`}
              disabled={isLocked}
              onClick={() => onEdit(remove(new Set(), new Set([edgeId(edge)])))}
            >
              <IconX size={14} />
            </ActionIcon>
          </div>
        )
      })}
      <Button
        variant="default"
        size="compact-md"
        disabled={isLocked}
        leftSection={<IconLink size={14} aria-hidden />}
        onClick={onConnect}
      >
        Connect to a step
      </Button>
    </Box>
  )
}
