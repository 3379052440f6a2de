import type { OrgRole } from '@atrium/contracts'
import { Select, type SelectProps } from '@mantine/core'
import { rolesUpTo, roleWords } from './member-rules.ts'

/** Selects the role of an invitation or an API key. Offers no role above the user's own. */
export const RoleSelect = ({
  own,
  role,
  ...input
}: { own: OrgRole; role: OrgRole } & SelectProps) => (
  <Select
    label="Role"
    allowDeselect={false}
    description={roleWords[role][1]}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    data={rolesUpTo(own).map((value) => ({ value, label: roleWords[value][0] }))}
    {...input}
  />
)
