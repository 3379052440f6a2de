import { Button, Group, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { zoneText } from '../post-times.ts'
import { momentOfText, tomorrowMorning, wallTime } from '../zoned-time.ts'
import type { FieldProblem } from './content.ts'
import { type Draft, type Moment, moments } from './draft.ts'
import { FieldProblems } from './field-problems.tsx'

const labels: Readonly<Record<Moment, string>> = { now: 'Now', at: 'At a time', draft: 'Only a draft' }

function clockText(at: string, zone: string): string {
  const { date, time } = wallTime(at, zone)
  return `${date}T${time}`
}

interface MomentFieldProps {
  readonly draft: Draft
  readonly zone: string
  readonly problems: readonly FieldProblem[]
  readonly onChange: (change: Partial<Draft>) => void
}

export function MomentField({ draft: { moment, at }, zone, problems, onChange }: MomentFieldProps) {
  const shown = at === '' ? '' : clockText(at, zone)
  // A half typed time is no moment yet.
  const [typed, setTyped] = useState<{ text: string; at: string }>()
  const now = new Date()
  const write = (text: string) => {
    const chosen = momentOfText(text, zone) ?? ''
    setTyped({ text, at: chosen })
    onChange({ at: chosen })
  }
  return (
    <Group gap="8px 12px">
      <SegmentedControl
        aria-label="When"
        size="sm"
        data={moments.map((value) => ({ value, label: labels[value] }))}
        value={moment}
        onChange={(value) => onChange({ moment: value as Moment })}
      />
      {moment !== 'now' && (
        <>
          <TextInput
            type="datetime-local"
            w={190}
            aria-label={moment === 'at' ? 'Day and time' : 'Planned for'}
            aria-describedby="composer-zone"
            error={problems.some(({ field }) => field === 'at')}
            value={typed !== undefined && typed.at === at ? typed.text : shown}
            onChange={(event) => write(event.currentTarget.value)}
          />
          <span id="composer-zone" className="fine">
            {zoneText(zone, at === '' ? now : new Date(at))}
          </span>
          {moment === 'at' && at === '' && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                setTyped(undefined)
                onChange({ at: tomorrowMorning(now, zone) })
              }}
            >
              Tomorrow at 9
            </Button>
          )}
        </>
      )}
      <FieldProblems problems={problems} field="at" several={false} />
    </Group>
  )
}
