import type { WorkflowGraph } from '@atrium/contracts'
import { ActionIcon, Button } from '@mantine/core'
import { IconFlask, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { channelsQuery } from '../../platform/channels.ts'
import classes from '../canvas/panels.module.css'
import type { Palette } from '../graph/graph.ts'
import type { Problems } from '../graph/problems.ts'
import { skillKindsQuery } from '../palette-queries.ts'
import { type FirstStep, firstSteps } from './first-step.ts'

/** What a workflow from a template still needs, each with the place to do it. */
export function FirstSteps({
  graph,
  palette,
  problems,
  onNode,
  onTry,
  onClose,
}: {
  graph: WorkflowGraph
  palette: Palette
  problems: Problems['all']
  onNode: (id: string) => void
  onTry: () => void
  onClose: () => void
}) {
  const channels = useQuery(channelsQuery)
  const skills = useQuery(skillKindsQuery)
  const stock = { channels: channels.data?.items ?? [], skills: skills.data ?? [] }
  // A thing that is still being read is not called missing.
  const isKnown = !channels.isPending && !skills.isPending
  const steps = isKnown ? firstSteps(graph, palette, problems, stock) : []
  const needed = steps.filter(({ isOptional }) => !isOptional)
  const optional = steps.filter(({ isOptional }) => isOptional)
  return (
    <section className={classes.inspector} aria-label="First steps">
      <div className={classes.head}>
        <h2 className={classes.title}>First steps</h2>
        <ActionIcon aria-label="Close the first steps" onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with the keyboard */}
      <div className={`fill ${classes.body}`} tabIndex={0}>
        {isKnown && needed.length === 0 && (
          <p className="quiet">Nothing is missing. Try it, then switch it to active.</p>
        )}
        {needed.length > 0 && <Steps label="It needs" steps={needed} onNode={onNode} />}
        {optional.length > 0 && <Steps label="It can have" steps={optional} onNode={onNode} />}
        {isKnown && needed.length === 0 && (
          <Button leftSection={<IconFlask size={16} aria-hidden />} onClick={onTry}>
            Try it
          </Button>
        )}
      </div>
    </section>
  )
}

function Steps({
  label,
  steps,
  onNode,
}: {
  label: string
  steps: readonly FirstStep[]
  onNode: (id: string) => void
}) {
  return (
    <div className={`stack ${classes.section}`}>
      <h3 className="small-title">{label}</h3>
      <ul className={classes.runs}>
        {steps.map(({ node, words, lacks }, at) => (
          // two fields of a node may need the same
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
              <Button className="firm" variant="default" size="compact-sm" component={Link} to="/channels">
                Channels
              </Button>
            )}
            {lacks === 'skill' && (
              <Button className="firm" variant="default" size="compact-sm" component={Link} to="/skills/new">
                New skill
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
