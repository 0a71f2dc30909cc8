import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/lib/platform.tsx'
import { usePrint, type PrintRequest } from './use-print.ts'

/** Prints a label of an item or a paper of a package; absent for who may not. */
export function PrintButton(request: PrintRequest) {
  const { t } = useTranslation('document')
  const print = usePrint()
  const may = useCan(request.kind === 'return_label' ? 'return_label.retrieve' : 'expedition.send')
  if (!may) return null
  const { itemLabel, returnLabel, package: words } = t(($) => $.print, { returnObjects: true })
  const name = {
    item_label: itemLabel.title,
    return_label: returnLabel.title,
    package_label: words.label,
    packing_slip: words.slip,
    tracking_sheet: words.tracking,
  }[request.kind]
  return (
    <Button variant="default" leftSection={<IconPrinter size={20} aria-hidden />} onClick={() => print(request)}>
      {name}
    </Button>
  )
}
