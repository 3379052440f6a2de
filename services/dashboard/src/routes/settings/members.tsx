import { useForm } from '@mantine/form'
import { useState } from 'react'
import {
  addressesProblem,
  InviteDialog,
  type InviteDraft,
} from '../../settings/organisation/invite-dialog.tsx'
import { Members } from '../../settings/organisation/members.tsx'
import { Page } from '../../ui/page/page-header.tsx'

export function MembersPage() {
  const [inviting, setInviting] = useState(false)
  const form = useForm<InviteDraft>({
    initialValues: { emails: '', role: 'member' },
    validate: { emails: addressesProblem },
  })
  return (
    <Page title="Members">
      <Members onInvite={() => setInviting(true)} />
      {inviting && <InviteDialog form={form} onClose={() => setInviting(false)} />}
    </Page>
  )
}
