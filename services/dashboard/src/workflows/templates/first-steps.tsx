import { Box, Button } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { channelsQuery } from '../../platform/records/shared-queries.ts'
import { Panel, PanelBody, type PanelProps } from '../canvas/panel.tsx'
import classes from '../canvas/panels.module.css'
import { skillKindsQuery } from '../palette-queries.ts'
import { type FirstStep, firstSteps } from './first-step.ts'

export function FirstSteps({ graph, palette, problems, onNode, onPanel }: PanelProps) {
  const channels = useQuery(channelsQuery)
  const skills = useQuery(skillKindsQuery)
  const stock = { channels: channels.data?.items ?? [], skills: skills.data ?? [] }
  // While channels and skills load, none of them is reported as missing.
  const isKnown = !channels.isPending && !skills.isPending
  const steps = isKnown ? firstSteps(graph, palette, problems, stock) : []
  const needed = steps.filter(({ isOptional }) => !isOptional)
  const optional = steps.filter(({ isOptional }) => isOptional)
  return (
    <Panel title="First steps" isTitled>
      <PanelBody>
        {isKnown && needed.length === 0 && (
          <p className="quiet">Nothing is missing. Try the workflow, then activate it.</p>
        )}
        {needed.length > 0 && <Steps label="It needs" steps={needed} onNode={onNode} />}
        {optional.length > 0 && <Steps label="It can have" steps={optional} onNode={onNode} />}
        {isKnown && needed.length === 0 && (
          <Button leftSection={<IconFlask size={16} aria-hidden />} onClick={() => onPanel('try')}>
            Try it
          </Button>
        )}
      </PanelBody>
    </Panel>
  )
}

interface StepsProps {
  readonly label: string
  readonly steps: readonly FirstStep[]
  readonly onNode: (id: string) => void
}

function Steps({ label, steps, onNode }: StepsProps) {
  return (
    <Box className="stack" pt={16} style={{ borderTop: '1px solid var(--line)' }}>
      <h3 className="small-title">{label}</h3>
      <ul className="plain-list column">
        {steps.map(({ node, words, lacks }, at) => (
          // Two fields of a node may need the same thing, so the index is the key.
          <li key={at} className="line" style={{ minHeight: 28 }}>
            <button
              type="button"
              className={classes.run}
              dir="auto"
              disabled={node === undefined}
              onClick={() => node !== undefined && onNode(node)}
            >
              {words}
            </button>
            {lacks === 'channel' && (
              <Button
                className="firm"
                variant="default"
                size="compact-sm"
                component={Link}
                to="/channels"
              >
                Accounts
              </Button>
            )}
            {lacks === 'skill' && (
              <Button
                className="firm"
                variant="default"
                size="compact-sm"
                component={Link}
                to="/writing-guides/new"
              >
                New writing guide
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Box>
  )
}
