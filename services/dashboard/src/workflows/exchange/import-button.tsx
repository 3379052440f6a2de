import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { ImportDialog } from './import-dialog.tsx'

export function ImportButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        aria-label="Import"
        style={{ gap: 6 }}
        onClick={() => setIsOpen(true)}
      >
        <IconFileImport size={16} aria-hidden />
        <span className="wide-label">Import</span>
      </Button>
      {isOpen && <ImportDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
