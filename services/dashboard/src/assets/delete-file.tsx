import type { StoredAsset } from '@atrium/contracts'
import { AtriumError } from '@atrium/sdk'
import { Button, Group } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { deleteFileMutation } from '../platform/files/assets.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { FileUses, usesOfErrors } from './file-uses.tsx'

/**
 * Deletes a file after one confirmation in place. If the file is in use, it stays, and a list shows
 * where it is used.
 */
export function DeleteFile({ file, onDeleted }: { file: StoredAsset; onDeleted: () => void }) {
  const [asked, setAsked] = useState(false)
  const answered = useRef(false)
  // The focus moves to the new button.
  const focusQuestion = useCallback((button: HTMLButtonElement | null) => button?.focus(), [])
  const focusAgain = useCallback(
    (button: HTMLButtonElement | null) => void (answered.current && button?.focus()),
    [],
  )
  const remove = useMutation({
    ...deleteFileMutation(useQueryClient()),
    onError: () => setAsked(false),
  })
  const uses = remove.error instanceof AtriumError ? usesOfErrors(remove.error.errors) : []
  const start = () =>
    void remove.mutateAsync(file).then(
      () => {
        toast('The file is deleted')
        onDeleted()
      },
      // The error is shown in place.
      () => undefined,
    )
  return (
    <>
      {remove.isError && (
        <div className="stack" style={{ flexBasis: '100%', order: 1 }}>
          <FormAlert error={remove.error} />
          {uses.length > 0 && <FileUses uses={uses} />}
        </div>
      )}
      {asked ? (
        <div style={{ flexBasis: '100%' }}>
          <p style={{ margin: '0 0 8px' }}>
            The file is deleted for good, and its link stops working.
          </p>
          <Group gap={8}>
            <BusyButton
              color="red.9"
              size="compact-md"
              loading={remove.isPending}
              onClick={start}
              ref={focusQuestion}
            >
              Delete for good
            </BusyButton>
            <Button variant="default" size="compact-md" onClick={() => setAsked(false)}>
              Keep it
            </Button>
          </Group>
        </div>
      ) : (
        <Button
          ref={focusAgain}
          variant="default"
          size="compact-md"
          c="var(--bad)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => {
            answered.current = true
            remove.reset()
            setAsked(true)
          }}
        >
          Delete
        </Button>
      )}
    </>
  )
}
