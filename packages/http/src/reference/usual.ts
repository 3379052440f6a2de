/**
 * What properties of these names mean wherever their schema says nothing itself. A name with a dot stands for the property
 * of an inner object and goes before the plain name.
 */
export const usualProperties: Readonly<Record<string, string>> = {
  id: 'The id of the record, made by the platform',
  orgId: 'The id of the organisation that the record belongs to',
  createdAt: 'The moment at which the record was made',
  updatedAt: 'The moment of the last change of the record',
  items: 'The records of the page',
  total: 'The number of records on all pages',
  limit: 'The most records of a page, as it was applied',
  offset: 'The number of records that the page leaves out before its first',

  customerId: 'The id of the customer',
  invoiceId: 'The id of the invoice',
  offerId: 'The id of the offer; null where none is behind it',
  workflowId: 'The id of the workflow',
  runId: 'The id of the run',
  nodeId: 'The id of the node in the graph',
  channelId: 'The id of the channel',
  ticketTypeId: 'The id of the ticket type',
  currency: 'The ISO 4217 code of the amounts, in upper case',
  vatRateBps: 'The VAT rate in basis points: 2000 is 20 %',
  customerName: 'The present name of the customer',
  network: 'The neutral name of the network',

  'author.type': '`user` for a person, `agent` for the platform or a workflow',
  'author.id': 'The id of the person, or the name of the agent',
  'author.via': 'The means of the person; absent for the dashboard',
  'author.keyId': 'The id of the API key, where one was used',
  'author.runId': 'The id of the workflow run, where one did it',
  'position.x': 'The distance from the left in pixels of the canvas',
  'position.y': 'The distance from the top in pixels of the canvas',
}
