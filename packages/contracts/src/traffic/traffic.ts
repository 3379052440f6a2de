import { FileDocuments } from '../accounting/incoming-documents.ts'
import { activityConsumerName, activityEvents } from '../activity/activity-events.ts'
import * as agentRuns from '../agent-runs/events.ts'
import { StoreFilePart } from '../assets/files.ts'
import { ReadAltTexts, ReadMediaFacts } from '../assets/media-facts.ts'
import { BoardAssetUses } from '../assets/uses.ts'
import { ReleaseAssets, rootOwners } from '../assets-release/release.ts'
import { AuditRecorded } from '../audit/audit.ts'
import * as board from '../board/events.ts'
import * as boardRpc from '../board/rpc.ts'
import * as runnerRpc from '../board/runner-rpc.ts'
import * as connect from '../connect/index.ts'
import { type EventDefinition, eventsIn, type RpcDefinition } from '../core/messages.ts'
import { exportedServices, InvoicingExportDocument, userRows } from '../exports/exports.ts'
import * as directory from '../identity/directory.ts'
import * as identity from '../identity/messages.ts'
import * as settings from '../identity/settings.ts'
import { AdmitMail } from '../identity/stranger-mails.ts'
import * as invoicing from '../invoicing/index.ts'
import * as operator from '../operator/service-states.ts'
import * as attention from '../overview/attention.ts'
import * as overview from '../overview/overview.ts'
import * as search from '../overview/search.ts'
import * as plan from '../plan/limits.ts'
import { ReadPostMetrics } from '../posts/metrics.ts'
import { ReadPostingSlots } from '../posts/slots.ts'
import * as reading from '../reading/index.ts'
import * as tickets from '../tickets/events.ts'
import * as workflow from '../workflow/index.ts'
import type { MessagingService, Traffic } from './service-traffic.ts'

/** Returns the workflow runner's durable consumer name for a domain event. */
export const triggerConsumerName = (event: Pick<EventDefinition, 'type'>): string =>
  `trigger-${event.type.replaceAll('.', '-').replaceAll('_', '-')}`

const domainEvents = eventsIn({
  ...board,
  ...connect,
  ...identity,
  ...invoicing,
  ...tickets,
  ...workflow,
}).filter(({ domain }) => domain)

const nothing: Traffic = {
  emits: [],
  consumes: {},
  calls: [],
  works: [],
  broadcasts: [],
  pings: [],
  readsConsumers: false,
  followsEvents: false,
}

/** Each service's traffic. Its NATS user's permissions derive from this. */
export const traffic: Readonly<Record<MessagingService, Traffic>> = {
  identity: {
    ...nothing,
    emits: ['activity', 'notification', 'org', 'settings', 'user'],
    consumes: {
      'signup-notice': identity.UserSignedUp,
      'verify-address': identity.UserSignedUp,
      'invitation-mail': identity.OrgMemberInvited,
      'member-joined-notice': identity.OrgMemberJoined,
      'estimate-decided-notice': invoicing.EstimateDecided,
      'payment-reversed-notice': invoicing.PaymentReversed,
      'price-change-notice': invoicing.SchedulePriceChanged,
      'quote-notice': board.QuoteSubmitted,
      'sale-refused-notice': invoicing.SaleRefused,
      audit: AuditRecorded,
      'notify-lead': board.LeadReceived,
      'notify-invoice-paid': invoicing.InvoicePaid,
      'notify-invoice-overdue': invoicing.InvoiceOverdue,
      'notify-refund-or-dispute': invoicing.PaymentReversed,
      'notify-post-failed': board.PostFailed,
      'notify-post-unconfirmed': board.PostUnconfirmed,
      'notify-account-expired': connect.ChannelInvalidated,
      'notify-run-failed': workflow.WorkflowRunFailed,
      'notify-approval-asked': workflow.ApprovalChanged,
      'notify-card-assigned': board.CardAssigned,
      'notify-mentioned': board.CardMentioned,
      'notify-ticket-order': tickets.TicketsOrdered,
      'notify-credits-low': invoicing.CreditsLow,
      ...Object.fromEntries(activityEvents.map((event) => [activityConsumerName(event), event])),
    },
    calls: [
      ReleaseAssets,
      invoicing.CheckLogo,
      invoicing.ReadLogo,
      invoicing.SellerAddress,
      plan.PlanLimitsOf,
      ...userRows,
    ],
    readsConsumers: true,
  },
  assets: {
    ...nothing,
    emits: ['asset'],
    consumes: { 'purge-org': identity.OrgDeleted },
    calls: [
      BoardAssetUses,
      ...rootOwners.flatMap((owner) => [owner.liveAssets, owner.releaseSettled]),
      plan.PlanLimitsOf,
      plan.WorkflowPlanUsage,
      ...Object.values(exportedServices),
      InvoicingExportDocument,
    ],
  },
  board: {
    ...nothing,
    emits: [
      'task',
      'post',
      'link',
      'contact',
      'quote',
      'site',
      'support',
      'timeline',
      'lead',
      'comment',
    ],
    consumes: {
      orgs: identity.OrgCreated,
      purge: identity.OrgDeleted,
      'quote-mail': board.QuoteSubmitted,
      'signup-card': identity.UserSignedUp,
      'waiting-list-lead': tickets.WaitingListJoined,
      'customer-removed': invoicing.CustomerRemoved,
      'note-time-zone': settings.SettingsChanged,
    },
    calls: [
      AdmitMail,
      ReadAltTexts,
      ReadMediaFacts,
      ReleaseAssets,
      directory.FindOrg,
      directory.FindUserByEmail,
      settings.OrgSettingsOf,
      directory.RoleOf,
      directory.UsersByIds,
      invoicing.FindCustomers,
      connect.CheckChannels,
      connect.LookForPost,
      invoicing.PublicCatalogue,
      ReadPostMetrics,
      ReadPostingSlots,
      reading.ReadPostComments,
      runnerRpc.StartInternalRun,
      runnerRpc.CancelInternalRuns,
      runnerRpc.AvailableChains,
      runnerRpc.PublishSweepStatus,
    ],
  },
  invoicing: {
    ...nothing,
    emits: ['audit', 'credits', 'customer', 'estimate', 'invoice', 'offer', 'schedule', 'ticket'],
    consumes: {
      'purge-org': identity.OrgDeleted,
      'refund-lost-nodes': workflow.WorkflowNodesLost,
      'note-price-change': invoicing.OfferChanged,
      'note-time-zone': settings.SettingsChanged,
    },
    calls: [
      AdmitMail,
      ReleaseAssets,
      directory.FindOrg,
      settings.OrgSettingsOf,
      workflow.FindWorkflows,
    ],
  },
  connect: {
    ...nothing,
    emits: ['audit', 'channel'],
    consumes: { 'purge-org': identity.OrgDeleted, 'member-left': identity.OrgMemberLeft },
    calls: [
      boardRpc.UsesComments,
      directory.RoleOf,
      directory.UsersByIds,
      StoreFilePart,
      workflow.ReadItemFile,
      invoicing.ReserveCredits,
      invoicing.SettleCredits,
      invoicing.ReleaseCredits,
      invoicing.RefundCredits,
      plan.PlanLimitsOf,
    ],
    broadcasts: [connect.tokenStream],
  },
  workflow: {
    ...nothing,
    emits: ['audit', 'workflow', 'agent_run', 'approval'],
    consumes: {
      'forget-org': identity.OrgDeleted,
      'agent-runs-of-member': identity.OrgMemberLeft,
      'agent-run-members': identity.OrgMemberJoined,
      'transcripts-of-org': identity.OrgDeleted,
      'files-of-org': identity.OrgDeleted,
      'seed-publishing': connect.ChannelConnected,
      'seed-mail-publishing': board.PostReviewed,
      'enrich-link': board.LinkCaptured,
      'error-workflow': workflow.WorkflowRunFinished,
      'run-failed': workflow.WorkflowRunFinished,
      ...Object.fromEntries(domainEvents.map((event) => [triggerConsumerName(event), event])),
    },
    calls: [
      ...listRpcs(boardRpc),
      workflow.BoardLiveFiles,
      directory.FindMember,
      directory.RoleOf,
      directory.FindOrg,
      settings.OrgSettingsOf,
      invoicing.GenerateInvoices,
      invoicing.FindCustomers,
      invoicing.FindInvoices,
      invoicing.ChangeCustomer,
      invoicing.DraftInvoice,
      invoicing.PayInvoice,
      FileDocuments,
      plan.PlanLimitsOf,
      plan.AssetsPlanUsage,
      search.InvoicingSearch,
      connect.ConnectStatus,
      connect.FindChannel,
      connect.ListOwnerChannels,
      connect.PublishPost,
      connect.PublishComment,
      connect.ReadAudience,
      connect.CompleteModel,
      connect.ModelStatus,
      AdmitMail,
      connect.PaidCallUnderWay,
      connect.RefundModelCalls,
      connect.Speak,
      ReleaseAssets,
      ...listRpcs(reading),
      StoreFilePart,
    ],
    works: [
      workflow.WorkflowRunHigh,
      workflow.WorkflowRunNormal,
      workflow.WorkflowRunAdhoc,
      workflow.WebhookDelivery,
    ],
    broadcasts: [
      'live.workflow.cancelled',
      'live.workflow.text.*',
      'live.workflow.transcript.*',
      // Every replica wakes the calls that wait for a run.
      `events.*.${workflow.WorkflowRunFinished.type}`,
      // Every replica wakes its waiting agents.
      `events.*.${agentRuns.AgentRunChanged.type}`,
      connect.tokenStream,
    ],
    pings: ['board', 'invoicing', 'connect', 'assets'],
  },
  mcp: nothing,
  gateway: {
    ...nothing,
    calls: [
      identity.ResolvePrincipals,
      settings.FindPublicDomain,
      workflow.SystemSchedules,
      runnerRpc.AvailableChains,
      runnerRpc.PublishSweepStatus,
      connect.ModelStatus,
      ...listRpcs(attention),
      ...listRpcs(overview),
      ...listRpcs(operator.serviceFacts),
      ...listRpcs(operator.serviceDeadLetters),
      ...listRpcs(operator.serviceRedrive),
      ...listRpcs(plan),
      ...listRpcs(search),
    ],
    broadcasts: ['gateway.limits'],
    followsEvents: true,
  },
}

function listRpcs(declared: object): RpcDefinition[] {
  return Object.values(declared)
    .filter(
      (value): value is RpcDefinition =>
        typeof value === 'object' && value !== null && 'subject' in value && 'timeoutMs' in value,
    )
    .sort((a, b) => (a.subject < b.subject ? -1 : 1))
}
