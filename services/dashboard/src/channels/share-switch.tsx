import { Switch } from '@mantine/core'

export const ShareSwitch = ({
  checked,
  onChange,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
}) => (
  <Switch
    label="Share with your team"
    description="Everybody in the organisation can publish to the account. You can change this later."
    checked={checked}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
)
