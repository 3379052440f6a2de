import { type AssetPatch, maxAltText, maxFileName, type StoredAsset } from '@atrium/contracts'
import { Stack, TagsInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { describeFileMutation, findMediaKind } from '../platform/files/assets.ts'
import { toast, withUndo } from '../ui/feedback/toast.tsx'
import { toastRefusal } from '../ui/feedback/toast-refusal.ts'
import { SavedField } from '../ui/text/saved-field.tsx'

/**
 * Edits a file's name, description and tags. Each field is saved when it loses the focus, and can
 * be undone.
 */
export function FileDescription({ file }: { file: StoredAsset }) {
  const change = useMutation(describeFileMutation(useQueryClient()))
  const save = async (patch: AssetPatch, before: AssetPatch) => {
    await change.mutateAsync({ file, patch })
    toast(
      'Saved',
      withUndo(() => change.mutateAsync({ file, patch: before }).catch(toastRefusal('Not undone'))),
    )
  }
  const { name, altText, tags } = file
  return (
    <Stack gap={12}>
      <SavedField
        label="Name"
        value={name ?? ''}
        maxLength={maxFileName}
        onSave={(text) => save({ name: text === '' ? null : text }, { name })}
      />
      {findMediaKind(file) === 'image' && (
        <SavedField
          label="Description"
          hint="What the picture shows, for people who cannot see it"
          value={altText}
          maxLength={maxAltText}
          hasLines
          onSave={(text) => save({ altText: text }, { altText })}
        />
      )}
      <TagsInput
        label="Tags"
        placeholder={tags.length === 0 ? 'Add a tag' : ''}
        maxTags={50}
        maxLength={100}
        value={tags}
        onChange={(changed) =>
          void save({ tags: changed }, { tags }).catch(toastRefusal('Not saved'))
        }
      />
    </Stack>
  )
}
