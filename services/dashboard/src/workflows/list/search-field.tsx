import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { textField } from '../../ui/text/text-field.ts'
import classes from './workflows.module.css'

interface SearchFieldProps {
  readonly label: string
  readonly q: string | undefined
  readonly onChange: (changed: { q: string | undefined }) => void
}

export const SearchField = ({ label, q = '', onChange }: SearchFieldProps) => (
  <TextInput
    type="search"
    className={classes.search}
    aria-label={label}
    placeholder={label}
    maxLength={200}
    leftSection={<IconSearch size={16} aria-hidden />}
    {...textField(q, (typed) => onChange({ q: typed || undefined }))}
  />
)
