import { createRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { page } from '../platform/load-page.ts'
import { requireOrg, requirePerson } from './inside-route.ts'
import { optionalText } from './optional-text.ts'
import { pagesBelow } from './page-options.ts'
import { redirectSignedIn } from './redirect-signed-in.ts'
import { root } from './root-route.tsx'

// Allows an address of this application only. Otherwise a link could send the user to another site
// after the sign-in.
const Next = z
  .string()
  .regex(/^\/(?![/\\])/)
  .optional()
  .catch(undefined)

const Result = z.object({ result: optionalText })

const entrance = createRoute({
  getParentRoute: () => root,
  id: 'entrance',
  component: page(() => import('../identity/entrance.tsx'), 'Entrance'),
})

const { at, searched } = pagesBelow(entrance)

// Read this before the router rewrites the address: the signature covers the query as it arrived.
const arrived = window.location.search.slice(1)

const entrancePages = [
  createRoute({
    ...at('/sign-in', () => import('../routes/sign-in.tsx'), 'SignInPage'),
    validateSearch: z.object({ next: Next, email: optionalText, error: optionalText }),
    beforeLoad: ({ context, search }) => redirectSignedIn(context.queryClient, search.next),
  }),
  createRoute({
    ...at('/sign-up', () => import('../routes/sign-up.tsx'), 'SignUpPage'),
    validateSearch: z.object({ next: Next, email: optionalText }),
    beforeLoad: ({ context, search }) => redirectSignedIn(context.queryClient, search.next),
  }),
  createRoute(
    at('/forgot-password', () => import('../routes/forgot-password.tsx'), 'ForgotPasswordPage'),
  ),
  createRoute({
    ...at('/reset-password', () => import('../routes/reset-password.tsx'), 'ResetPasswordPage'),
    validateSearch: z.object({ token: optionalText, error: optionalText }),
  }),
  createRoute({
    ...at(
      '/accept-invitation',
      () => import('../routes/accept-invitation.tsx'),
      'AcceptInvitationPage',
    ),
    validateSearch: z.object({ id: optionalText, email: z.email().optional().catch(undefined) }),
  }),
  createRoute({
    ...at('/consent', () => import('../routes/consent.tsx'), 'ConsentPage'),
    validateSearch: z.object({ request: optionalText }),
    beforeLoad: ({ search }) => {
      if (search.request === undefined && arrived.includes('sig=')) {
        throw redirect({ to: '/consent', search: { request: arrived }, replace: true })
      }
    },
  }),
  // The payment processor redirects buyers here.
  createRoute(
    searched('/checkout', () => import('../routes/checkout.tsx'), 'CheckoutPage', Result),
  ),
  createRoute({
    ...at(
      '/create-organisation',
      () => import('../routes/create-organisation.tsx'),
      'CreateOrganisationPage',
    ),
    beforeLoad: async (entered) => void (await requirePerson(entered)),
  }),
  // `atrium login` opens this page.
  createRoute({
    ...at(
      '/connect-computer',
      () => import('../routes/connect-computer.tsx'),
      'ConnectComputerPage',
    ),
    validateSearch: z.object({
      key: optionalText,
      name: optionalText,
      port: z.coerce.number().optional().catch(undefined),
    }),
    beforeLoad: requireOrg,
  }),
] as const

/**
 * The page that mails about an approval link to, in the organisation's look. Without a token, the
 * page inside has the questions.
 */
export const askedApprovalRoute = createRoute({
  ...pagesBelow(root).at(
    '/approvals/$id',
    () => import('../routes/asked-approval.tsx'),
    'AskedApprovalPage',
  ),
  validateSearch: z.object({ token: optionalText }),
  beforeLoad: ({ search }) => {
    if (search.token === undefined) throw redirect({ to: '/approvals', replace: true })
  },
})

/** The pages without a session, for example the sign-in and the pages linked in mails. */
export const entranceRoutes = entrance.addChildren(entrancePages)
