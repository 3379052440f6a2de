import { Loader, Modal } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FormAlert } from '../ui/form-alert.tsx'
import { Problem } from '../ui/problem.tsx'
import { toast } from '../ui/toast.ts'
import { pickerQuery, settlePickerMutation } from './channel-queries.ts'
import classes from './channels.module.css'

/** The choice of a Page after a network's dialog. */
export function PagePicker({ id, onClose }: { id: string; onClose: () => void }) {
  const picker = useQuery(pickerQuery(id))
  const queryClient = useQueryClient()
  const settle = useMutation(settlePickerMutation(queryClient))
  return (
    <Modal opened onClose={onClose} title="Which Page do you want to connect?" size="sm">
      {picker.isPending && <Loader size="sm" />}
      {picker.isError && <Problem error={picker.error} />}
      <div className={classes.pages}>
        <FormAlert error={settle.error} />
        {picker.data?.pages.map((page) => (
          <button
            key={page.id}
            type="button"
            className={classes.network}
            disabled={settle.isPending}
            onClick={() =>
              settle.mutate(
                { picker: picker.data, pageId: page.id },
                {
                  onSuccess: (channel) => {
                    toast(`${channel.name} is connected`)
                    onClose()
                  },
                },
              )
            }
          >
            {page.name}
          </button>
        ))}
      </div>
    </Modal>
  )
}
