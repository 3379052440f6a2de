import type { WorkflowSummary } from '@atrium/contracts'
import { Autocomplete, TagsInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { toastRefusal } from '../../ui/feedback/toast-refusal.ts'
import { labelsQuery, updateWorkflowMutation } from '../workflow-queries.ts'

interface MoveDialogProps {
  readonly workflow: Pick<WorkflowSummary, 'id' | 'name' | 'folder' | 'tags'>
  readonly onClose: () => void
}

/** Asks for the folder and the tags of a workflow. */
export function MoveDialog({ workflow: { id, name, ...before }, onClose }: MoveDialogProps) {
  const [folder, setFolder] = useState(before.folder ?? '')
  const [tags, setTags] = useState([...before.tags])
  const { data: labels } = useQuery(labelsQuery)
  const update = useMutation(updateWorkflowMutation(useQueryClient()))
  const save = () =>
    update.mutate(
      { id, change: { folder: folder.trim() || null, tags } },
      {
        onSuccess: () => {
          onClose()
          toast(`${name} is moved`, {
            action: {
              label: 'Undo',
              run: () =>
                update.mutate({ id, change: before }, { onError: toastRefusal('Not moved back') }),
            },
          })
        },
      },
    )
  return (
    <DialogForm
      title="Folder and tags"
      action="Save"
      error={update.error}
      pending={update.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <Autocomplete
        label="Folder"
        description="Choose a folder or type a new name. Leave it empty for no folder."
        maxLength={200}
        data={labels?.folders.map((each) => each.name) ?? []}
        value={folder}
        onChange={setFolder}
      />
      <TagsInput
        label="Tags"
        description="Press Enter after each tag."
        maxTags={50}
        maxLength={100}
        acceptValueOnBlur
        data={labels?.tags.map((each) => each.name) ?? []}
        value={tags}
        onChange={setTags}
      />
    </DialogForm>
  )
}
