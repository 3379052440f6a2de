import type { OrgRole } from '@atrium/contracts'
import { Select, type SelectProps } from '@mantine/core'
import { rolesUpTo, roleWords } from './member-rules.ts'

/** The role of somebody who is invited, or of a key: at most the person's own. */
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
