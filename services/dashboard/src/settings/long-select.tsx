import { Select, type SelectProps } from '@mantine/core'

/** A searchable select for long lists. */
export const LongSelect = ({
  onChange,
  ...props
}: Omit<SelectProps, 'onChange'> & { onChange: (value: string) => void }) => (
  <Select
    {...props}
    searchable
    allowDeselect={false}
    maxDropdownHeight={280}
    limit={80}
    nothingFoundMessage="Nothing found"
    comboboxProps={{ transitionProps: { duration: 80 } }}
    onChange={(chosen) => chosen !== null && onChange(chosen)}
  />
)
