import { createRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { leadOn } from '../platform/lead-on.ts'
import { page } from '../platform/load-page.ts'
import { meQuery } from '../platform/me.ts'
import { optionalText } from './optional-text.ts'
import { root } from './root-route.tsx'

// An address of this application alone: another origin could take the place of the page after the sign-in.
const Next = z
  .string()
  .regex(/^\/(?![/\\])/)
  .optional()
  .catch(undefined)

const entrance = createRoute({
  getParentRoute: () => root,
  id: 'entrance',
  component: page(() => import('../identity/entrance.tsx'), 'Entrance'),
})

const signIn = createRoute({
  getParentRoute: () => entrance,
  path: '/sign-in',
  validateSearch: z.object({ next: Next, error: optionalText }),
  beforeLoad: ({ context, search }) => leadOn(context.queryClient, search.next),
  component: page(() => import('../routes/sign-in.tsx'), 'SignInPage'),
})
const signUp = createRoute({
  getParentRoute: () => entrance,
  path: '/sign-up',
  validateSearch: z.object({ next: Next, email: optionalText }),
  beforeLoad: ({ context, search }) => leadOn(context.queryClient, search.next),
  component: page(() => import('../routes/sign-up.tsx'), 'SignUpPage'),
})
const forgotPassword = createRoute({
  getParentRoute: () => entrance,
  path: '/forgot-password',
  component: page(() => import('../routes/forgot-password.tsx'), 'ForgotPasswordPage'),
})
const resetPassword = createRoute({
  getParentRoute: () => entrance,
  path: '/reset-password',
  validateSearch: z.object({ token: optionalText, error: optionalText }),
  component: page(() => import('../routes/reset-password.tsx'), 'ResetPasswordPage'),
})
const acceptInvitation = createRoute({
  getParentRoute: () => entrance,
  path: '/accept-invitation',
  validateSearch: z.object({ id: optionalText }),
  component: page(() => import('../routes/accept-invitation.tsx'), 'AcceptInvitationPage'),
})
// Read before the router writes the address anew: the signature is over the query as it came.
const arrived = window.location.search.slice(1)
const consent = createRoute({
  getParentRoute: () => entrance,
  path: '/consent',
  validateSearch: z.object({ request: optionalText }),
  beforeLoad: ({ search }) => {
    if (search.request === undefined && arrived.includes('sig=')) {
      throw redirect({ to: '/consent', search: { request: arrived }, replace: true })
    }
  },
  component: page(() => import('../routes/consent.tsx'), 'ConsentPage'),
})
const counter = createRoute({
  getParentRoute: () => root,
  id: 'counter',
  component: page(() => import('../identity/entrance.tsx'), 'Counter'),
})
const publicOffer = createRoute({
  getParentRoute: () => counter,
  path: '/offer/$org/$slug',
  validateSearch: z.object({ result: optionalText }),
  component: page(() => import('../routes/public-offer.tsx'), 'PublicOfferPage'),
})
const publicHappening = createRoute({
  getParentRoute: () => counter,
  path: '/happening/$org/$slug',
  component: page(() => import('../routes/public-happening.tsx'), 'PublicHappeningPage'),
})
// Mails with tickets lead here.
const heldTicket = createRoute({
  getParentRoute: () => entrance,
  path: '/ticket/$code',
  component: page(() => import('../routes/public-happening.tsx'), 'HeldTicketPage'),
})
// Mails about waiting lists lead here.
const waitingPerson = createRoute({
  getParentRoute: () => entrance,
  path: '/waiting/$code',
  component: page(() => import('../routes/public-happening.tsx'), 'WaitingPersonPage'),
})
// The payment processor leads buyers back here.
const checkout = createRoute({
  getParentRoute: () => entrance,
  path: '/checkout',
  validateSearch: z.object({ result: optionalText }),
  component: page(() => import('../routes/public-offer.tsx'), 'CheckoutPage'),
})
const createOrganisation = createRoute({
  getParentRoute: () => entrance,
  path: '/create-organisation',
  beforeLoad: async ({ context, location }) => {
    const me = await context.queryClient.ensureQueryData(meQuery)
    if (me === null) throw redirect({ to: '/sign-in', search: { next: location.href } })
  },
  component: page(() => import('../routes/create-organisation.tsx'), 'CreateOrganisationPage'),
})

// `atrium login` leads here.
const connectComputer = createRoute({
  getParentRoute: () => entrance,
  path: '/connect-computer',
  validateSearch: z.object({
    key: optionalText,
    name: optionalText,
    port: z.coerce.number().optional().catch(undefined),
  }),
  beforeLoad: async ({ context, location }) => {
    const me = await context.queryClient.ensureQueryData(meQuery)
    if (me === null) throw redirect({ to: '/sign-in', search: { next: location.href } })
    if (me.org === null) throw redirect({ to: '/create-organisation' })
  },
  component: page(() => import('../routes/connect-computer.tsx'), 'ConnectComputerPage'),
})

/** The pages without a session, and those on the way into one. */
export const entranceRoutes = entrance.addChildren([
  signIn,
  signUp,
  forgotPassword,
  resetPassword,
  acceptInvitation,
  consent,
  heldTicket,
  waitingPerson,
  checkout,
  createOrganisation,
  connectComputer,
])

/** The public pages of offers and happenings. */
export const counterRoutes = counter.addChildren([publicOffer, publicHappening])
