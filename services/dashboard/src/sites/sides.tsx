import { SegmentedControl } from '@mantine/core'
import classes from './sites.module.css'

interface SidesProps {
  readonly label: string
  readonly form: string
  readonly side: Side
  readonly onChange: (side: Side) => void
}

/** Switches between the form and the preview if the screen is too narrow for both. */
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
