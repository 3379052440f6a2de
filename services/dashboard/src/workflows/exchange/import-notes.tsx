import type { ImportNote, ImportOutcome, ReadWorkflow } from '@atrium/contracts'
import { Box, Flex, Group } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { groupNotes } from './group-notes.ts'

const looks: Readonly<
  Record<ImportOutcome, readonly [label: string, tone: string, Icon: typeof IconCircleX]>
> = {
  missing: ['Missing', 'bad', IconCircleX],
  approximated: ['Check', 'warn', IconAlertTriangle],
  mapped: ['Taken over', 'good', IconCircleCheck],
}

const summaries: Readonly<Record<ImportOutcome, string>> = {
  mapped: 'taken over',
  approximated: 'to check',
  missing: 'missing',
}

/** What the import made of each step in the other system’s workflow, missing ones first. */
export function ImportNotes({ read: { name, notes } }: { readonly read: ReadWorkflow }) {
  const { steps, counts } = groupNotes(notes)
  return (
    <section aria-label="What became of the steps">
      <h3 className="title" style={{ margin: '0 0 4px' }} dir="auto">
        {name}
      </h3>
      <p className="quiet" style={{ margin: '0 0 8px' }}>
        {(['mapped', 'approximated', 'missing'] as const)
          .filter((outcome) => counts[outcome] > 0)
          .map((outcome) => `${counts[outcome]} ${summaries[outcome]}`)
          .join(', ')}
      </p>
      <Box className="plain-list" component="ul" mah={320} style={{ overflow: 'auto' }}>
        {steps.slice(0, shownSteps).map(({ name: step, outcome, notes: own }, at) => (
          <Step key={at} name={step} outcome={outcome} notes={own} />
        ))}
      </Box>
      {steps.length > shownSteps && (
        <p className="fine">{steps.length - shownSteps} more steps are not shown.</p>
      )}
    </section>
  )
}

const shownSteps = 500

interface StepProps {
  readonly name: string
  readonly outcome: ImportOutcome
  readonly notes: readonly ImportNote[]
}

function Step({ name, outcome, notes }: StepProps) {
  const [label, tone, Icon] = looks[outcome]
  return (
    <Flex component="li" gap={12} p="8px 0" style={{ borderTop: '1px solid var(--line)' }}>
      <Group
        className={`strong ${tone}`}
        component="span"
        flex="none"
        align="flex-start"
        gap={6}
        w={104}
        wrap="nowrap"
      >
        <Icon size={14} aria-hidden />
        {label}
      </Group>
      <span className="words">
        <bdi className="strong">{name}</bdi>
        {notes.map(({ message }, at) => (
          <span key={at} className="quiet" dir="auto">
            {message}
          </span>
        ))}
      </span>
    </Flex>
  )
}
