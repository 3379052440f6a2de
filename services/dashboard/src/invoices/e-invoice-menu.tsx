import type { Invoice } from '@atrium/contracts'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { apiOrigin } from '../platform/page-facts.ts'

const formats = [
  { format: 'cii', label: 'CII', hint: 'As inside the PDF (Factur-X)' },
  { format: 'ubl', label: 'UBL', hint: 'As Peppol sends it' },
] as const

/** The invoice as data of EN 16931; of a void one as it was issued. */
export function EInvoiceMenu({ invoice: { id, number } }: { invoice: Invoice }) {
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          E-invoice
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map(({ format, label, hint }) => (
          <Menu.Item
            key={format}
            component="a"
            href={`${apiOrigin}/api/invoicing/${id}/e-invoice?format=${format}`}
            download={`${number}-${format}.xml`}
          >
            {label}
            <span className="fine" style={{ display: 'block' }}>
              {hint}
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
