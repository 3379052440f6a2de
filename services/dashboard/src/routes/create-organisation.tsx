import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { createOrgMutation } from '../identity/create-org.ts'
import classes from '../identity/entrance.module.css'
import { EntranceCard } from '../identity/entrance-card.tsx'
import { signOutMutation } from '../identity/identity-queries.ts'
import { OtherOrgs } from '../identity/other-orgs.tsx'
import { meQuery } from '../platform/session/me.ts'
import { showSession } from '../platform/session/show-session.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'

export function CreateOrganisationPage() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { data: me } = useQuery(meQuery)
  const form = useForm({
    initialValues: { name: '' },
    validate: { name: (name) => (name.trim() === '' ? 'Enter a name' : null) },
  })
  const [creation] = useState(createOrgMutation)
  const openDashboard = async () => {
    await showSession(queryClient)
    router.history.push('/')
  }
  const create = useMutation({ ...creation, onSuccess: openDashboard })
  const signOut = useMutation({
    ...signOutMutation(queryClient),
    onSuccess: () => router.history.push('/sign-in'),
  })
  return (
    <EntranceCard
      title="Name your organisation"
      lead="Everything you create belongs to it. You can invite others later."
      foot={
        me?.org != null ? (
          <Link to="/" className={`link ${classes.link}`}>
            Back to {me.org.name}
          </Link>
        ) : (
          <>
            You are signed in as {me?.user.email}.{' '}
            <button
              type="button"
              className={`link ${classes.link}`}
              onClick={() => signOut.mutate()}
            >
              Sign out
            </button>
          </>
        )
      }
    >
      {me?.org === null && <OtherOrgs onChosen={openDashboard} />}
      <form className="fields" onSubmit={form.onSubmit(({ name }) => create.mutate(name))}>
        <FormAlert error={create.error ?? signOut.error} />
        <TextInput
          label="Organisation"
          placeholder="Harbour Studio"
          autoComplete="organization"
          maxLength={100}
          autoFocus
          {...form.getInputProps('name')}
        />
        <BusyButton type="submit" loading={create.isPending} fullWidth>
          Create organisation
        </BusyButton>
      </form>
    </EntranceCard>
  )
}
