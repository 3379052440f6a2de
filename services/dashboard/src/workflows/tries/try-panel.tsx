import type { TriedRun, TryWorkflow, WorkflowGraph } from '@atrium/contracts'
import { ActionIcon, Button, JsonInput, Select } from '@mantine/core'
import { IconFlask, IconX } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormAlert } from '../../ui/form-alert.tsx'
import panels from '../canvas/panels.module.css'
import { nodeOf, type Palette } from '../graph/graph.ts'
import { RunBadge } from '../run-badge.tsx'
import { triggerWords } from '../run-words.ts'
import { eventTypesQuery, recentRunsQuery } from '../workflow-queries.ts'
import { exampleOf, readItems } from './given-items.ts'
import classes from './try-panel.module.css'
import { tryMutation } from './try-queries.ts'
import { WouldDoList } from './would-do-list.tsx'

const typed = 'typed'
const nothing = 'nothing'

/** Tries the graph as it is drawn, or its chosen node: nothing is written or sent. */
export function TryPanel({
  id,
  graph,
  palette,
  chosen,
  tried,
  onTried,
  onNode,
  onClose,
}: {
  id: string
  graph: WorkflowGraph
  palette: Palette
  /** The node that can be tried alone. */
  chosen: string | undefined
  tried: TriedRun | undefined
  onTried: (run: TriedRun) => void
  onNode: (id: string) => void
  onClose: () => void
}) {
  const { data: runs = [] } = useQuery(recentRunsQuery(id))
  const { data: events = [] } = useQuery(eventTypesQuery)
  const { mutate, error, isPending } = useMutation(tryMutation(id))
  const trigger = graph.nodes.find(({ type }) => palette.get(type)?.category === 'trigger')
  const event = events.find(({ type }) => type === trigger?.params['eventType'])
  const [from, setFrom] = useState<string>()
  const [given, setGiven] = useState<string>()
  const [scope, setScope] = useState('whole')
  const text = given ?? exampleOf(event)
  const source = from ?? (event === undefined ? nothing : typed)
  const read = readItems(text)
  const node = scope === 'node' && chosen !== undefined ? nodeOf(graph, chosen) : undefined
  const ended = runs.filter(({ status }) => status === 'completed' || status === 'failed')
  const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  const run = () => {
    if (source === typed && 'problem' in read) return
    const input: TryWorkflow['input'] =
      source === nothing ? undefined : source === typed && 'items' in read ? read : { fromRun: source }
    const body = {
      graph,
      ...(node === undefined ? {} : { node: node.id }),
      ...(input === undefined ? {} : { input }),
    }
    mutate(body, { onSuccess: onTried })
  }
  return (
    <section className={panels.inspector} aria-label="Try it">
      <div className={panels.head}>
        <h2 className={panels.title}>Try it</h2>
        <ActionIcon aria-label="Close the try" onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with the keyboard */}
      <div className={panels.body} tabIndex={0}>
        <p className={classes.quiet}>
          It runs as it is drawn here, saved or not. Nothing is written, sent or charged.
        </p>
        {chosen !== undefined && (
          <Select
            label="Try"
            allowDeselect={false}
            data={[
              { value: 'whole', label: 'The whole workflow' },
              { value: 'node', label: `Only “${nodeOf(graph, chosen)?.name ?? ''}”` },
            ]}
            value={scope}
            onChange={(value) => setScope(value ?? 'whole')}
          />
        )}
        <Select
          label="With"
          allowDeselect={false}
          data={[
            { value: nothing, label: 'A start by hand' },
            { value: typed, label: 'Items that I type' },
            ...ended.map(({ id: value, createdAt, trigger: by }) => ({
              value,
              label: `The items of ${moment.format(new Date(createdAt))}, ${triggerWords[by].toLowerCase()}`,
            })),
          ]}
          value={source}
          onChange={(value) => setFrom(value ?? undefined)}
        />
        {source === typed && (
          <JsonInput
            label="Items"
            description={event === undefined ? 'One object, or a list' : event.description}
            autosize
            minRows={4}
            maxRows={16}
            spellCheck={false}
            error={'problem' in read ? read.problem : undefined}
            value={text}
            onChange={setGiven}
          />
        )}
        <FormAlert error={error} />
        <Button leftSection={<IconFlask size={16} aria-hidden />} loading={isPending} onClick={run}>
          Try it now
        </Button>
        {tried !== undefined && (
          <div className={panels.section} role="status">
            <h3 className={panels.label}>
              <RunBadge status={tried.status} />
            </h3>
            {tried.error !== null && <p className={panels.bad}>{tried.error}</p>}
            <WouldDoList effects={tried.wouldDo} graph={graph} onNode={onNode} />
          </div>
        )}
      </div>
    </section>
  )
}
