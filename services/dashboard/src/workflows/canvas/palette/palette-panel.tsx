import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { textField } from '../../../ui/text/text-field.ts'
import { categories } from '../../category.ts'
import type { Palette } from '../../graph/graph.ts'
import { dragType } from '../canvas.tsx'
import { Panel } from '../panel.tsx'
import classes from '../panels.module.css'
import { paletteGroups } from './palette-groups.ts'

interface PalettePanelProps {
  readonly palette: Palette
  readonly hint: string
  readonly onAdd: (type: string) => void
  readonly onClose: () => void
}

export function PalettePanel({ palette, hint, onAdd, onClose }: PalettePanelProps) {
  const [typed, setTyped] = useState('')
  const panel = useRef<HTMLElement>(null)
  const groups = paletteGroups(palette, typed)
  const step = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
      return
    }
    const rows = [...(panel.current?.querySelectorAll<HTMLElement>('input, [data-type]') ?? [])]
    const at = rows.indexOf(document.activeElement as HTMLElement)
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    rows[at + by]?.focus()
  }
  return (
    // The arrow keys move between the buttons.
    <Panel
      title="Add a step"
      part="the list of steps"
      ref={panel}
      className={classes.palette}
      onKeyDown={step}
      onClose={onClose}
    >
      <p className={`fine ${classes.hint}`}>{hint}</p>
      <TextInput
        flex="none"
        mb={8}
        mx={16}
        aria-label="Search the steps"
        placeholder="Search"
        data-autofocus
        autoFocus
        leftSection={<IconSearch size={14} aria-hidden />}
        {...textField(typed, setTyped)}
        onKeyDown={(event) => {
          const first = groups[0]?.nodes[0]
          if (event.key !== 'Enter' || first === undefined) return
          event.preventDefault()
          onAdd(first.type)
        }}
      />
      <div className={classes.scroll}>
        {groups.length === 0 && (
          <p className={`fine ${classes.hint}`}>No step matches “{typed}”.</p>
        )}
        {groups.map(({ category, nodes }) => {
          const { label, icon: Glyph } = categories[category]
          return (
            <div key={category}>
              <h3 className="fine bold" style={{ margin: '12px 8px 4px' }}>
                {label}
              </h3>
              {nodes.map((node) => (
                <button
                  key={node.type}
                  type="button"
                  className={classes.node}
                  data-type={node.type}
                  draggable
                  title={node.description}
                  onDragStart={(event) => {
                    event.dataTransfer.setData(dragType, node.type)
                    event.dataTransfer.effectAllowed = 'copy'
                  }}
                  onClick={() => onAdd(node.type)}
                >
                  <Glyph size={16} stroke={1.75} aria-hidden />
                  <span className="column">
                    <span className="strong">{node.label}</span>
                    <span className="fine clamped" style={{ lineHeight: 1.35 }}>
                      {node.description}
                    </span>
                  </span>
                </button>
              ))}
            </div>
          )
        })}
      </div>
    </Panel>
  )
}
