import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import classes from './composer.module.css'
import type { FieldProblem } from './content.ts'
import { type Draft, type Moment, moments } from './draft.ts'
import { FieldProblems } from './field-problems.tsx'
import { momentOf, tomorrowMorning, wallTime, zoneText } from './org-time.ts'

const labels: Readonly<Record<Moment, string>> = { now: 'Now', at: 'At a time', draft: 'Only a draft' }

/** The moment of the post, on the clock of the organisation. */
export function MomentField({
  draft: { moment, at },
  zone,
  problems,
  onChange,
}: {
  draft: Draft
  zone: string
  problems: readonly FieldProblem[]
  onChange: (change: Partial<Draft>) => void
}) {
  const shown = at === '' ? '' : wallTime(new Date(at), zone)
  // A half typed time is no moment yet.
  const [typed, setTyped] = useState<{ text: string; at: string }>()
  const now = new Date()
  const morning = tomorrowMorning(now, zone)
  const write = (text: string) => {
    const chosen = momentOf(text, zone)?.toISOString() ?? ''
    setTyped({ text, at: chosen })
    onChange({ at: chosen })
  }
  return (
    <div className={classes.moment}>
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
            className={classes.time}
            aria-label={moment === 'at' ? 'Day and time' : 'Planned for'}
            aria-describedby="composer-zone"
            error={problems.some(({ field }) => field === 'at')}
            value={typed !== undefined && typed.at === at ? typed.text : shown}
            onChange={(event) => write(event.currentTarget.value)}
          />
          <span id="composer-zone" className={classes.zone}>
            {zoneText(zone, at === '' ? now : new Date(at))}
          </span>
          {moment === 'at' && at === '' && morning !== undefined && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                setTyped(undefined)
                onChange({ at: morning.toISOString() })
              }}
            >
              Tomorrow at 9
            </Button>
          )}
        </>
      )}
      <FieldProblems problems={problems} field="at" several={false} />
    </div>
  )
}
