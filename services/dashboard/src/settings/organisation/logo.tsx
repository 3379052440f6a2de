import { Box, FileButton } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { BusyButton } from '../../ui/busy-button.tsx'
import { toast, withUndo } from '../../ui/feedback/toast.tsx'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import { RowWords } from '../section.tsx'
import classes from './logo.module.css'
import { uploadLogo } from './organisation-queries.ts'

interface LogoProps {
  readonly url: string | null
  readonly name: string
  readonly disabled: boolean
  readonly onSave: (url: string | null) => Promise<unknown>
}

/** Shows the logo and lets the user replace or remove it. Each change has an undo. */
export function Logo({ url, name, disabled, onSave }: LogoProps) {
  const save = useMutation({
    mutationFn: async (file: File | string | null) =>
      onSave(file instanceof File ? await uploadLogo(file) : file),
    onError: toastRefusal('The logo is not saved'),
  })
  const change = (file: File | null) =>
    save.mutate(file, {
      onSuccess: () =>
        toast(
          file === null ? 'The logo is removed' : 'The logo is saved',
          withUndo(() => save.mutate(url)),
        ),
    })
  return (
    <div className="row">
      <span className={`middled firm ${classes.frame}`}>
        {url === null ? (
          <IconPhoto size={22} stroke={1.5} aria-hidden />
        ) : (
          <Box
            src={url}
            alt={`Logo of ${name}`}
            component="img"
            w="100%"
            h="100%"
            style={{ objectFit: 'contain' }}
          />
        )}
      </span>
      <RowWords label="Logo" hint="An image of at most 5 MB. Everyone can see it." />
      {!disabled && (
        <span className="wrapped firm">
          {url !== null && (
            <BusyButton
              variant="subtle"
              color="gray"
              c="var(--quiet)"
              onClick={() => change(null)}
              blocked={save.isPending}
            >
              Remove
            </BusyButton>
          )}
          <FileButton
            accept="image/png,image/jpeg,image/webp,image/gif,image/svg+xml"
            onChange={(file) => file !== null && change(file)}
            inputProps={{ 'aria-label': 'Image of the logo' }}
          >
            {(props) => (
              <BusyButton {...props} variant="default" loading={save.isPending}>
                {url === null ? 'Upload' : 'Replace'}
              </BusyButton>
            )}
          </FileButton>
        </span>
      )}
    </div>
  )
}
