import { TextInput } from '@mantine/core'
import { textField } from '../../ui/text/text-field.ts'
import classes from './editor.module.css'
import type { Editor } from './saving/use-editor.ts'

export const NameField = ({ name, onDraw }: { name: string; onDraw: Editor['draw'] }) => (
  <TextInput
    className={classes.name}
    variant="unstyled"
    aria-label="Name of the workflow"
    maxLength={200}
    dir="auto"
    {...textField(name, (typed) => onDraw((drawing) => ({ ...drawing, name: typed }), 'name'))}
  />
)
