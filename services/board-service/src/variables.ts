import {
  addressVariables,
  type ConfigOf,
  defineVariables,
  mailProblems,
  mailVariables,
  peopleVariables,
  processVariables,
  serviceAddresses,
} from '@atrium/config'

export const boardVariables = defineVariables({
  owner: 'board',
  table: {
    BOARD_PORT: serviceAddresses.board.BOARD_PORT,
    API_URL: addressVariables.API_URL,
    ...processVariables,
    ...mailVariables,
    ...peopleVariables,
  },
  check: mailProblems,
  integrations: [
    {
      id: 'tracked-links',
      subsystem: 'links',
      feature: 'tracked links in first comments',
      needs: ['API_URL'],
    },
  ],
})

export type BoardValues = ConfigOf<typeof boardVariables>
