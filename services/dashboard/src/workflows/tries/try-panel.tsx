import { Box, Select } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { FormAlert } from '../../ui/feedback/form-alert.tsx'
import { Panel, PanelBody, type PanelProps } from '../canvas/panel.tsx'
import { findNode } from '../graph/graph.ts'
import { eventTypesQuery } from '../palette-queries.ts'
import { RunBadge } from '../run-badge.tsx'
import { TryInputFields } from './try-input-fields.tsx'
import { tryMutation } from './try-queries.ts'
import { useTryInput } from './use-try-input.ts'
import { WouldDoList } from './would-do-list.tsx'

/** Tries the current graph or its selected node. Nothing is stored or sent. */
export function TryPanel({ id, graph, palette, chosen, tried, onTried, onNode }: PanelProps) {
  const { data: events = [] } = useQuery(eventTypesQuery)
  const { mutate, error, isPending } = useMutation(tryMutation(id))
  const trigger = graph.nodes.find(({ type }) => palette.get(type)?.category === 'trigger')
  const event = events.find(({ type }) => type === trigger?.params['eventType'])
  const given = useTryInput(id, { trigger, event })
  const [scope, setScope] = useState('whole')
  const node = scope === 'node' && chosen !== undefined ? findNode(graph, chosen) : undefined
  const run = () => {
    const { input } = given
    const body = {
      graph,
      ...(node === undefined ? {} : { node: node.id }),
      ...(input === undefined ? {} : { input }),
    }
    mutate(body, { onSuccess: onTried })
  }
  return (
    <Panel title="Try it">
      <PanelBody>
        <p className="quiet">
          This tries the workflow as you see it, saved or not. Nothing is changed, sent or charged.
        </p>
        {chosen !== undefined && (
          <Select
            label="Try"
            allowDeselect={false}
            data={[
              { value: 'whole', label: 'The whole workflow' },
              { value: 'node', label: `Only “${findNode(graph, chosen)?.name ?? ''}”` },
            ]}
            value={scope}
            onChange={(value) => setScope(value ?? 'whole')}
          />
        )}
        <TryInputFields given={given} event={event} />
        <FormAlert error={error} />
        <BusyButton
          leftSection={<IconFlask size={16} aria-hidden />}
          loading={isPending}
          disabled={!given.isReady}
          onClick={run}
        >
          Try it now
        </BusyButton>
        {tried !== undefined && (
          <Box
            className="stack"
            pt={16}
            style={{ borderTop: '1px solid var(--line)' }}
            role="status"
          >
            <h3 className="small-title">
              <RunBadge status={tried.status} />
            </h3>
            {tried.error !== null && <p className="bad">{tried.error}</p>}
            <WouldDoList effects={tried.wouldDo} graph={graph} onNode={onNode} />
          </Box>
        )}
      </PanelBody>
    </Panel>
  )
}
