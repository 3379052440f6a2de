import { Button, Group, SegmentedControl } from '@mantine/core'
import { MomentInput } from '../../../ui/dates/moment-input.tsx'
import { formatWallTime, parseWallTime } from '../../../ui/dates/wall-time.ts'
import { zoneText } from '../../post-times.ts'
import { tomorrowMorning } from '../../zoned-time.ts'
import type { FieldProblem } from '../draft/content.ts'
import { type Draft, type Moment, moments } from '../draft/draft.ts'
import { FieldProblems } from './field-problems.tsx'
import { NextSlot } from './next-slot.tsx'

const labels: Readonly<Record<Moment, string>> = {
  now: 'Now',
  at: 'At a time',
  draft: 'Only a draft',
}

interface MomentFieldProps {
  readonly draft: Draft
  readonly zone: string
  readonly problems: readonly FieldProblem[]
  readonly onChange: (change: Partial<Draft>) => void
}

export function MomentField({
  draft: { moment, at, targets },
  zone,
  problems,
  onChange,
}: MomentFieldProps) {
  const now = new Date()
  const channelId = targets.find((target) => target.startsWith('chn_'))
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
          <MomentInput
            label={moment === 'at' ? 'Day and time' : 'Planned for'}
            hideLabel
            describedBy="composer-zone"
            error={problems.some(({ field }) => field === 'at')}
            value={formatWallTime(at, zone)}
            onChange={(text) =>
              text !== undefined && onChange({ at: parseWallTime(text, zone) ?? '' })
            }
          />
          <span id="composer-zone" className="fine">
            {zoneText(zone, at === '' ? now : new Date(at))}
          </span>
          {moment === 'at' && channelId !== undefined && (
            <NextSlot
              channelId={channelId}
              zone={zone}
              at={at}
              onChoose={(slot) => onChange({ at: slot })}
            />
          )}
          {moment === 'at' && at === '' && (
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => onChange({ at: tomorrowMorning(now, zone) })}
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
