import { Button, Progress, SegmentedControl } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { creditWords } from '../../ui/text/format-cost.ts'
import { Row, RowWords, Section, WaitingRows } from '../section.tsx'
import { spendQuery, workflowNamesQuery, workflowNodesQuery } from './billing-queries.ts'
import { spenderName } from './spender-name.ts'

const cuts = [
  { value: 'workflow', label: 'Workflow' },
  { value: 'model', label: 'Model' },
  { value: 'day', label: 'Day' },
] as const
type Cut = (typeof cuts)[number]['value']

/** Shows the credits spent this month by workflow and node, by model, or by day. */
export function Spend() {
  const [by, setBy] = useState<Cut>('workflow')
  const { data: spent, error, isError, refetch } = useQuery(spendQuery({ by }))
  const names = useQuery(workflowNamesQuery)
  // Wait for the names, because a workflow without a name is shown as deleted.
  const data = by === 'workflow' && names.isPending ? undefined : spent
  const toName = (key: string | null): string =>
    by === 'workflow' ? spenderName(key, names.data) : (key ?? 'Other calls')
  return (
    <Section
      title="Used this month"
      lead="The credits that this organisation has used since the first of the month (UTC)."
      action={
        <SegmentedControl
          aria-label="Counted by"
          data={[...cuts]}
          value={by}
          onChange={(value) => setBy(cuts.find((cut) => cut.value === value)?.value ?? by)}
        />
      }
    >
      <WaitingRows query={{ data, error, isError, refetch }} />
      {data?.items.length === 0 && <Row hint="No credits were used this month." />}
      {data?.items.map(({ key, credits, calls }) => (
        <Item
          key={`${by} ${key}`}
          name={toName(key)}
          credits={credits}
          calls={calls}
          of={data.credits}
          workflowId={by === 'workflow' ? key : null}
        />
      ))}
    </Section>
  )
}

interface Amount {
  readonly name: string
  readonly credits: number
  readonly calls: number
  /** The total credits, for the share. */
  readonly of: number
}

const Share = ({ name, credits, calls, of }: Amount) => (
  <RowWords
    label={name}
    hint={`${creditWords(credits)}, ${calls.toLocaleString()} ${calls === 1 ? 'call' : 'calls'}`}
    more={<Progress value={of === 0 ? 0 : (credits / of) * 100} aria-label={`Share of ${name}`} />}
  />
)

function Item({ workflowId, ...amount }: Amount & { workflowId: string | null }) {
  const [open, setOpen] = useState(false)
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <>
      <div className="row">
        <Share {...amount} />
        {workflowId !== null && (
          <Button
            variant="subtle"
            color="gray"
            c="var(--quiet)"
            size="compact-sm"
            aria-expanded={open}
            aria-label={`Steps of ${amount.name}`}
            rightSection={<Chevron size={14} aria-hidden />}
            onClick={() => setOpen(!open)}
          >
            Steps
          </Button>
        )}
      </div>
      {open && workflowId !== null && <Nodes workflowId={workflowId} />}
    </>
  )
}

function Nodes({ workflowId }: { workflowId: string }) {
  const query = useQuery(spendQuery({ by: 'node', workflowId }))
  const { data: names } = useQuery(workflowNodesQuery(workflowId))
  if (query.data === undefined) return <WaitingRows query={query} />
  const { items, credits: of } = query.data
  return items.map(({ key, credits, calls }) => (
    <div key={key} className="row" style={{ paddingLeft: 40 }}>
      <Share
        name={key === null ? 'Outside of steps' : (names?.get(key) ?? key)}
        credits={credits}
        calls={calls}
        of={of}
      />
    </div>
  ))
}
