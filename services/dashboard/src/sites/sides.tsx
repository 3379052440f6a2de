import { SegmentedControl } from '@mantine/core'
import classes from './sites.module.css'

interface SidesProps {
  readonly label: string
  readonly form: string
  readonly side: Side
  readonly onChange: (side: Side) => void
}

/** The form or the preview, where both have no room beside each other. */
export const Sides = ({ label, form, side, onChange }: SidesProps) => (
  <div className={classes.sides}>
    <SegmentedControl
      fullWidth
      aria-label={label}
      value={side}
      onChange={(value) => onChange(value === 'preview' ? 'preview' : 'form')}
      data={[
        { value: 'form', label: form },
        { value: 'preview', label: 'Preview' },
      ]}
    />
  </div>
)

export type Side = 'form' | 'preview'
