import type { Picker } from '@atrium/contracts'
import { Checkbox, Group, Modal } from '@mantine/core'
import { IconClockOff } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pickersQuery } from '../platform/records/shared-queries.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { Empty } from '../ui/page/empty.tsx'
import { Waiting } from '../ui/page/waiting.tsx'
import { settlePickerMutation } from './channel-queries.ts'
import { ShareSwitch } from './share-switch.tsx'

export function PageChoice({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(pickersQuery)
  const picker = query.data?.items.find((one) => one.id === id)
  return (
    <Modal opened onClose={onClose} title="Choose Pages to connect" size="sm">
      <Waiting query={query} height={104} />
      {query.isSuccess && picker === undefined && (
        <Empty icon={IconClockOff} title="This choice has expired">
          You have ten minutes to choose your Pages. Connect the network again.
        </Empty>
      )}
      {picker !== undefined && <Pages picker={picker} onClose={onClose} />}
    </Modal>
  )
}

const connectedAtMost = 50
const chosenAtFirst = 5

function Pages({ picker, onClose }: { picker: Picker; onClose: () => void }) {
  const settle = useMutation(settlePickerMutation(useQueryClient()))
  const [shared, setShared] = useState(picker.shared)
  // The user has just granted access to these Pages, so a short list begins with all of them.
  const [chosen, setChosen] = useState<string[]>(
    picker.pages.length <= chosenAtFirst ? picker.pages.map((page) => page.id) : [],
  )
  const isTooMany = chosen.length > connectedAtMost
  const connect = () =>
    void settle.mutateAsync({ picker, pageIds: chosen, shared }).then(
      ({ length, 0: first }) => {
        toast(length === 1 ? `${first?.name} is connected` : `${length} Pages are connected`)
        onClose()
      },
      // The error is shown in the form.
      () => undefined,
    )
  return (
    <form
      className="stack"
      style={{ gap: 16 }}
      onSubmit={(event) => {
        event.preventDefault()
        connect()
      }}
    >
      <FormAlert error={settle.error} />
      <Checkbox.Group label="Pages" value={chosen} onChange={setChosen}>
        {picker.pages.map((page) => (
          <Checkbox key={page.id} value={page.id} label={<bdi>{page.name}</bdi>} mt="xs" />
        ))}
      </Checkbox.Group>
      <ShareSwitch checked={shared} onChange={setShared} />
      {isTooMany && <p className="quiet">Choose at most {connectedAtMost} Pages at a time.</p>}
      <Group justify="flex-end">
        <BusyButton
          type="submit"
          data-autofocus
          loading={settle.isPending}
          disabled={chosen.length === 0 || isTooMany}
        >
          {chosen.length > 1 ? `Connect ${chosen.length} Pages` : 'Connect'}
        </BusyButton>
      </Group>
    </form>
  )
}
