import type { NodeProps } from '@xyflow/react'
import { createContext, memo, use } from 'react'
import type { NoteNode } from './flow.ts'
import classes from './note.module.css'

/** Writes a note; absent where the graph is not edited. */
export const WriteContext = createContext<((id: string, text: string) => void) | undefined>(undefined)

/** A text beside the nodes. */
export const Note = memo(({ id, data, selected }: NodeProps<NoteNode>) => {
  const write = use(WriteContext)
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
