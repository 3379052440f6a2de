import { IconPlus } from '@tabler/icons-react'
import { BaseEdge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from '@xyflow/react'
import { createContext, memo, use } from 'react'
import type { LinkEdge } from './flow.ts'
import classes from './link.module.css'

interface DrawnEdits {
  readonly insert: (edge: string) => void
  readonly extend: (node: string, output: string) => void
  readonly write: (note: string, text: string) => void
}

/** The edits of drawn elements. Undefined if the graph is read-only. */
export const EditContext = createContext<DrawnEdits | undefined>(undefined)

export const Link = memo((props: EdgeProps<LinkEdge>) => {
  const { id, data, selected } = props
  const insert = use(EditContext)?.insert
  const [path, x, y] = getBezierPath(props)
  const count = data?.count
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        interactionWidth={24}
        className={classes.line ?? ''}
        data-selected={selected}
        data-flows={data?.flows}
        data-empty={count === 0}
        {...(props.markerEnd === undefined ? {} : { markerEnd: props.markerEnd })}
      />
      <EdgeLabelRenderer>
        <div
          className="nodrag nopan"
          // A script sets this style, because the style policy allows it.
          style={{
            position: 'absolute',
            pointerEvents: 'all',
            transform: `translate(-50%, -50%) translate(${x}px, ${y}px)`,
          }}
          data-edge={id}
        >
          {count !== undefined && (
            <span className={`figures strong ${classes.count}`} data-empty={count === 0}>
              {count === 1 ? '1 item' : `${count} items`}
            </span>
          )}
          {insert !== undefined && count === undefined && (
            <button
              type="button"
              className={`middled ${classes.insert}`}
              data-shown={selected}
              aria-label="Add a step here"
              tabIndex={selected === true ? 0 : -1}
              onClick={() => insert(id)}
            >
              <IconPlus size={14} aria-hidden />
            </button>
          )}
        </div>
      </EdgeLabelRenderer>
    </>
  )
})
