import { Button, FileButton, Group, Input, TextInput } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { atrium } from '../../platform/connection/api.ts'
import { thumbnailAddress } from '../../platform/files/assets.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { LibraryDialog } from '../../ui/dialogs/library-dialog.tsx'
import { toRefusal } from '../../ui/feedback/to-refusal.ts'
import { textField } from '../../ui/text/text-field.ts'
import classes from '../sites.module.css'
import type { FieldOf } from './field-type.ts'

type ImageFieldProps = FieldOf<string> & {
  /**
   * True if the picture must be one of the organisation's files. The user then cannot type an
   * address.
   */
  readonly isOwn?: boolean
}

/**
 * A picture from the library, from an upload, or by its address. The file is public, because
 * visitors load it without a session.
 */
export function ImageField({
  label,
  required,
  value,
  error,
  isOwn = false,
  onChange,
}: ImageFieldProps) {
  const id = useId()
  const [library, openLibrary] = useState(false)
  const upload = useMutation({
    mutationFn: (file: File) => atrium.upload(file, { visibility: 'pub', fileName: file.name }),
    onSuccess: ({ url }) => onChange(url),
  })
  // Only the preview shows a picture of another origin.
  const key = /\/api\/assets\/([^?#]+)/.exec(value)?.[1]
  const fault =
    error ?? (upload.error === null ? undefined : `Not stored: ${toRefusal(upload.error)}`)
  return (
    <fieldset className={`plain-group stack ${classes.items}`}>
      <Input.Label component="legend" required={required}>
        {label}
      </Input.Label>
      <Group gap={12} wrap="nowrap">
        <span className="sunken picture firm muted" style={{ width: 72, height: 56 }}>
          {key === undefined ? (
            <IconPhoto size={22} stroke={1.5} aria-hidden />
          ) : (
            <img src={thumbnailAddress(key, 160)} alt={`Chosen for ${label}`} />
          )}
        </span>
        <Group gap={6}>
          <Button variant="default" size="compact-sm" onClick={() => openLibrary(true)}>
            From your files
          </Button>
          <FileButton
            accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
            onChange={(file) => file !== null && upload.mutate(file)}
            inputProps={{ 'aria-label': `File for ${label}` }}
          >
            {(props) => (
              <BusyButton {...props} variant="default" size="compact-sm" loading={upload.isPending}>
                Upload
              </BusyButton>
            )}
          </FileButton>
          {value !== '' && (
            <Button
              variant="subtle"
              color="gray"
              c="var(--quiet)"
              size="compact-sm"
              onClick={() => onChange('')}
            >
              Remove
            </Button>
          )}
        </Group>
      </Group>
      {isOwn ? (
        fault !== undefined && <Input.Error>{fault}</Input.Error>
      ) : (
        <TextInput
          id={id}
          aria-label={`Address of ${label}`}
          placeholder="or the address of a picture"
          size="xs"
          {...textField(value, (typed) => onChange(typed.trim()), fault)}
        />
      )}
      {library && (
        <LibraryDialog
          one
          kinds={['image']}
          empty="Pictures that you upload here become public and are added to your library."
          onTake={([url]) => {
            if (url !== undefined) onChange(url)
            openLibrary(false)
          }}
          onClose={() => openLibrary(false)}
        />
      )}
    </fieldset>
  )
}
