import { IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'

/** Prints the label of a package; has the focus where the label has just arrived and nothing else has it. */
export function LabelButton({ isOffered, onClick }: { readonly isOffered: boolean; readonly onClick: () => void }) {
  const { t } = useTranslation('expedition')
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const isFree = document.activeElement === null || document.activeElement === document.body
    if (isOffered && isFree) button.current?.focus()
  }, [isOffered])
  return (
    <FloorAction ref={button} tone="quiet" icon={IconPrinter} onClick={onClick}>
      {t(($) => $.label.printLabel)}
    </FloorAction>
  )
}
