import { AtriumError } from '@atrium/sdk'
import { Button, Loader } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useRouter } from '@tanstack/react-router'
import { EntranceCard } from '../identity/entrance-card.tsx'
import { invitationQuery, signOutMutation } from '../identity/identity-queries.ts'
import { atrium } from '../platform/connection/api.ts'
import { meQuery } from '../platform/session/me.ts'
import { beforeLeaving } from '../platform/session/org-change.ts'
import { showSession } from '../platform/session/show-session.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { FormAlert } from '../ui/feedback/form-alert.tsx'

const route = getRouteApi('/entrance/accept-invitation')

export function AcceptInvitationPage() {
  const { id = '', email } = route.useSearch()
  const me = useQuery(meQuery)
  if (me.isPending) return <Loader size="sm" mt="lg" />
  if (me.isError) {
    return (
      <EntranceCard title="You are invited">
        <FormAlert error={me.error} />
      </EntranceCard>
    )
  }
  return me.data === null ? (
    <SignedOut id={id} email={email} />
  ) : (
    <SignedIn id={id} email={me.data.user.email} />
  )
}

const readStatus = (error: unknown): number => (error instanceof AtriumError ? error.status : 0)
const isForAnother = (error: unknown) => readStatus(error) === 403
const isGone = (error: unknown) => [400, 404].includes(readStatus(error))

const toAddress = (id: string) => `/accept-invitation?${new URLSearchParams({ id })}`

function SignedOut({ id, email }: { id: string; email: string | undefined }) {
  const search = { next: toAddress(id), email }
  return (
    <EntranceCard
      title="You are invited"
      lead={`Sign in or sign up with ${email ?? 'the address you were invited with'}. Then you see who invites you.`}
    >
      <div className="fields" style={{ gap: 8 }}>
        <Button renderRoot={(props) => <Link {...props} to="/sign-up" search={search} />} fullWidth>
          Create an account
        </Button>
        <Button
          renderRoot={(props) => <Link {...props} to="/sign-in" search={search} />}
          variant="default"
          fullWidth
        >
          Sign in
        </Button>
      </div>
    </EntranceCard>
  )
}

function SignedIn({ id, email }: { id: string; email: string }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const accept = useMutation({
    mutationFn: async () => {
      await beforeLeaving.settle()
      await atrium.auth.acceptInvitation(id)
      await showSession(queryClient)
    },
    onSuccess: () => router.history.push('/'),
  })
  // An accepted invitation no longer exists.
  const invitation = useQuery({ ...invitationQuery(id), enabled: accept.isIdle || accept.isError })
  const signOut = useMutation({
    ...signOutMutation(queryClient),
    onSuccess: () =>
      router.history.push(`/sign-in?${new URLSearchParams({ next: toAddress(id) })}`),
  })
  if (invitation.isPending) return <Loader size="sm" mt="lg" />
  if (invitation.isError && isGone(invitation.error)) {
    return (
      <EntranceCard
        title="This invitation no longer works"
        lead="It was already accepted, was revoked or has expired. Ask for a new invitation."
        foot={`You are signed in as ${email}.`}
      >
        <Button renderRoot={(props) => <Link {...props} to="/" />} fullWidth>
          Go to Atrium
        </Button>
      </EntranceCard>
    )
  }
  if (invitation.isError && !isForAnother(invitation.error)) {
    return (
      <EntranceCard title="You are invited">
        <div className="fields">
          <FormAlert error={invitation.error} />
          <BusyButton
            fullWidth
            loading={invitation.isFetching}
            onClick={() => void invitation.refetch()}
          >
            Try again
          </BusyButton>
        </div>
      </EntranceCard>
    )
  }
  if (invitation.isError) {
    return (
      <EntranceCard title="This invitation is not for you" lead={`You are signed in as ${email}.`}>
        <div className="fields">
          <FormAlert error={invitation.error} />
          <BusyButton
            variant="default"
            fullWidth
            loading={signOut.isPending}
            onClick={() => signOut.mutate()}
          >
            Sign in with another address
          </BusyButton>
        </div>
      </EntranceCard>
    )
  }
  const { organizationName, inviterEmail, role } = invitation.data
  const article = /^[aeiou]/.test(role) ? 'an' : 'a'
  return (
    <EntranceCard
      title={`Join ${organizationName}`}
      lead={`${inviterEmail} invites you as ${article} ${role}.`}
    >
      <div className="fields">
        <FormAlert error={accept.error} />
        <BusyButton fullWidth loading={accept.isPending} onClick={() => accept.mutate()}>
          Accept the invitation
        </BusyButton>
      </div>
    </EntranceCard>
  )
}
