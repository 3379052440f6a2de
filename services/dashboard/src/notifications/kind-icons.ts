import type { NotificationKind } from '@atrium/contracts'
import {
  type Icon,
  IconAlertTriangle,
  IconAt,
  IconCash,
  IconClockExclamation,
  IconCoins,
  IconHelpHexagon,
  IconMessage,
  IconPlugConnectedX,
  IconReceiptRefund,
  IconSend,
  IconThumbUp,
  IconTicket,
  IconUserCheck,
} from '@tabler/icons-react'

export const kindIcons: Readonly<Record<NotificationKind, Icon>> = {
  lead: IconMessage,
  invoice_paid: IconCash,
  invoice_overdue: IconClockExclamation,
  refund_or_dispute: IconReceiptRefund,
  post_failed: IconSend,
  post_unconfirmed: IconHelpHexagon,
  account_expired: IconPlugConnectedX,
  run_failed: IconAlertTriangle,
  approval_asked: IconThumbUp,
  card_assigned: IconUserCheck,
  mentioned: IconAt,
  ticket_order: IconTicket,
  credits_low: IconCoins,
}
