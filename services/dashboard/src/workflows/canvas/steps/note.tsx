import type { NodeProps } from '@xyflow/react'
import { memo, use } from 'react'
import type { NoteNode } from './flow.ts'
import { EditContext } from './link.tsx'
import classes from './note.module.css'

export const Note = memo(({ id, data, selected }: NodeProps<NoteNode>) => {
  const write = use(EditContext)?.write
  return (
    <div className={classes.note} data-selected={selected}>
      <textarea
        className={`${classes.text} nodrag nowheel`}
        aria-label="Text of the note"
        placeholder="Write a note"
        dir="auto"
        maxLength={5_000}
        readOnly={write === undefined}
        value={data.note.text}
        onChange={(event) => write?.(id, event.currentTarget.value)}
      />
    </div>
  )
})
