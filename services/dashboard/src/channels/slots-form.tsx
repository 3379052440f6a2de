import type { Channel, PostingSlot } from '@atrium/contracts'
import { Button, Chip, CloseButton, Group, Select } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { Waiting } from '../ui/page/waiting.tsx'
import { putSlotsMutation, slotsQuery } from './channel-queries.ts'

// 4 January 2021 was a Monday.
const weekdayFormat = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' })
const weekdays = Array.from({ length: 7 }, (_, at) => ({
  value: String(at + 1),
  label: weekdayFormat.format(Date.UTC(2021, 0, 4 + at)),
}))
const times = Array.from({ length: 96 }, (_, at) => {
  const [hours, minutes] = [Math.floor(at / 4), (at % 4) * 15]
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
})
const workdays = ['1', '2', '3', '4', '5']

const toKey = ({ weekday, time }: PostingSlot): string => `${weekday} ${time}`

/** Adds slots without repeating one, by weekday and time. */
const added = (slots: readonly PostingSlot[], more: readonly PostingSlot[]): PostingSlot[] =>
  [...new Map([...slots, ...more].map((slot) => [toKey(slot), slot])).values()].sort((a, b) =>
    toKey(a) < toKey(b) ? -1 : 1,
  )

/** Edits when posts usually go out on an account. */
export function SlotsForm({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const query = useQuery(slotsQuery(channel.id))
  const [edited, edit] = useState<readonly PostingSlot[]>()
  const [days, setDays] = useState<string[]>(workdays)
  const [time, setTime] = useState<string>('09:00')
  const save = useMutation(putSlotsMutation(useQueryClient(), channel.id))
  const slots = edited ?? query.data?.items ?? []
  return (
    <div className="stack" style={{ gap: 16 }}>
      <p className="quiet flush">
        A new post for this account suggests the next of these times that is still free. Times are
        in your organisation’s time zone.
      </p>
      <FormAlert error={save.error} />
      <Waiting query={query} height={120} radius="lg" />
      {query.isSuccess && (
        <>
          <Chip.Group multiple value={days} onChange={setDays}>
            <Group gap={6} role="group" aria-label="Days">
              {weekdays.map(({ value, label }) => (
                <Chip key={value} value={value} size="xs">
                  {label}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
          <Group gap={8} align="end">
            <Select
              label="Time"
              w={120}
              searchable
              allowDeselect={false}
              data={times}
              value={time}
              onChange={(value) => value !== null && setTime(value)}
            />
            <Button
              variant="default"
              disabled={days.length === 0}
              onClick={() =>
                edit(
                  added(
                    slots,
                    days.map((day) => ({ weekday: Number(day), time })),
                  ),
                )
              }
            >
              Add
            </Button>
          </Group>
          {slots.length === 0 ? (
            <p className="quiet flush">No posting times yet.</p>
          ) : (
            <ul className="plain-list wrapped" style={{ gap: 6 }} aria-label="Posting times">
              {slots.map((slot) => {
                const text = `${weekdays[slot.weekday - 1]?.label} ${slot.time}`
                return (
                  <Group
                    key={toKey(slot)}
                    component="li"
                    gap={4}
                    p="2px 4px 2px 10px"
                    bdrs={99}
                    bg="var(--pressed)"
                    fz="sm"
                    className="figures"
                  >
                    {text}
                    <CloseButton
                      size="xs"
                      aria-label={`Remove ${text}`}
                      onClick={() => edit(slots.filter((one) => toKey(one) !== toKey(slot)))}
                    />
                  </Group>
                )
              })}
            </ul>
          )}
          <Group justify="flex-end">
            <BusyButton
              loading={save.isPending}
              disabled={edited === undefined}
              onClick={() =>
                save.mutate([...slots], {
                  onSuccess: () => {
                    toast('Posting times saved')
                    onClose()
                  },
                })
              }
            >
              Save
            </BusyButton>
          </Group>
        </>
      )}
    </div>
  )
}
