import { Modal } from '@mantine/core'
import { IconChevronRight, IconClockOff } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { pickersQuery } from '../platform/records/shared-queries.ts'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { NetworkIcon } from '../ui/network.tsx'
import { Empty } from '../ui/page/empty.tsx'
import { Waiting } from '../ui/page/waiting.tsx'
import { settlePickerMutation } from './channel-queries.ts'

export function PageChoice({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery(pickersQuery)
  const settle = useMutation(settlePickerMutation(useQueryClient()))
  const picker = query.data?.items.find((one) => one.id === id)
  return (
    <Modal opened onClose={onClose} title="Choose a Page to connect" size="sm">
      <Waiting query={query} height={104} />
      {query.isSuccess && picker === undefined && (
        <Empty icon={IconClockOff} title="This choice has expired">
          You have ten minutes to choose a Page. Connect the network again.
        </Empty>
      )}
      {picker !== undefined && (
        <div className="stack" style={{ gap: 12 }}>
          <FormAlert error={settle.error} />
          {picker.pages.map((page, index) => (
            <button
              key={page.id}
              type="button"
              className="plate line hoverable"
              style={{
                gap: 12,
                minHeight: 48,
                padding: '8px 16px',
                borderRadius: 8,
                fontWeight: 500,
              }}
              data-autofocus={index === 0 || undefined}
              aria-disabled={settle.isPending}
              onClick={() =>
                !settle.isPending &&
                void settle.mutateAsync({ picker, pageId: page.id }).then(
                  ({ name }) => {
                    toast(`${name} is connected`)
                    onClose()
                  },
                  // The error is shown above.
                  () => undefined,
                )
              }
            >
              <NetworkIcon network={picker.network} />
              <span className="grow" dir="auto">
                {page.name}
              </span>
              <IconChevronRight size={16} aria-hidden />
            </button>
          ))}
          <p className="quiet">To connect another Page too, connect the network again.</p>
        </div>
      )}
    </Modal>
  )
}
